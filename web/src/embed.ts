/**
 * The page inside a frame of somebody's: a lesson or a board, and nothing around it. It installs nothing and keeps no game, solve or
 * setting: where the frame's host is the page's own, the reader's own game there is left alone. (Tables are kept: they are nobody's.)
 */
import { mount } from 'svelte';
import { ready } from './engine';
import { watchPage } from './engine/mishap.svelte';
import Embed from './shell/Embed.svelte';
import { beGuest } from './shell/keep';
import { dress } from './shell/settings.svelte';
import { load } from './text/index.svelte';
import './style/tokens.css';
import './style/base.css';

beGuest();
dress();
const target = document.getElementById('page');
if (!target) throw new Error('the page has no place to stand');
await Promise.all([ready, load('shell')]);
mount(Embed, { target });
watchPage();
