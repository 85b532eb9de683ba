import { mount } from 'svelte';
import App from './shell/App.svelte';
import { ready } from './engine';
import { dress } from './shell/settings.svelte';
import { load } from './text/index.svelte';
import './style/tokens.css';
import './style/base.css';

dress();
const target = document.getElementById('page');
if (!target) throw new Error('the page has no place to stand');
await Promise.all([ready, load('shell')]);
mount(App, { target });

if ('serviceWorker' in navigator && import.meta.env.PROD) {
  // Offline use is a gift, not a need: a browser that refuses it loses nothing else.
  navigator.serviceWorker.register('./sw.js').catch(() => undefined);
}
