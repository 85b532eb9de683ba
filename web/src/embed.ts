/** The page inside a frame of somebody's: a lesson or a board, and nothing around it. It keeps nothing and installs nothing. */
import { mount } from 'svelte';
import { ready } from './engine';
import Embed from './shell/Embed.svelte';
import { dress } from './shell/settings.svelte';
import { load } from './text/index.svelte';
import './style/tokens.css';
import './style/base.css';

dress();
const target = document.getElementById('page');
if (!target) throw new Error('the page has no place to stand');
await Promise.all([ready, load('shell')]);
mount(Embed, { target });
