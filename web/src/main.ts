import { mount } from 'svelte';
import App from './shell/App.svelte';
import { ready } from './engine';
import { watchPage } from './engine/mishap.svelte';
import { takePlace } from './play/place';
import { listenDrop } from './shell/drop';
import { dress } from './shell/settings.svelte';
import { watchUpdates } from './shell/update.svelte';
import { load } from './text/index.svelte';
import './style/tokens.css';
import './style/base.css';

dress();
const target = document.getElementById('page');
if (!target) throw new Error('the page has no place to stand');
await Promise.all([ready.then(takePlace), load('shell')]);
mount(App, { target });

listenDrop();
watchPage();
if (import.meta.env.PROD) watchUpdates();
