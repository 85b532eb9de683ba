/*
 * Taquin on another page of the same host; a page of another host takes a frame (`embed.html#/learn/half`). Put this file's
 * address into a script and write
 *
 *   <script type="module" src="/taquin/taquin-element.js"></script>
 *   <taquin-lesson name="half" board="1,2,3/4,5,6/7,0,8"></taquin-lesson>
 *   <taquin-board board="1,2,3/4,5,6/7,0,8" goal="blank-last"></taquin-board>
 *
 * What is shown runs in a frame, from the folder that this file lies in; your page is not touched, and nothing is sent anywhere.
 * The frame is of your own host, so it has no sandbox: one that lets scripts of the same host run keeps nothing from them, and would
 * only break exercises, downloads and links.
 */
const home = new URL('./', import.meta.url);
const board = (text) =>
  text.trim().replaceAll(/[ ,]+/g, ',').split('/').map(encodeURIComponent).join('/').replaceAll('%2C', ',');

class Frame extends HTMLElement {
  static observedAttributes = ['name', 'board', 'goal'];
  #frame = document.createElement('iframe');
  #hear = (event) => {
    const { data } = event;
    if (
      event.source !== this.#frame.contentWindow ||
      data?.taquin !== 'height' ||
      !(data.height > 0 && data.height < 20000)
    )
      return;
    this.#frame.style.height = `${data.height}px`;
  };

  connectedCallback() {
    if (!this.#frame.isConnected) {
      this.#frame.style.cssText = 'width: 100%; height: 40rem; border: 0; display: block;';
      this.attachShadow({ mode: 'open' }).append(this.#frame);
    }
    addEventListener('message', this.#hear);
    this.#show();
  }
  disconnectedCallback() {
    removeEventListener('message', this.#hear);
  }
  attributeChangedCallback() {
    if (this.isConnected) this.#show();
  }
  #show() {
    const part =
      this.localName === 'taquin-lesson'
        ? `learn/${encodeURIComponent(this.getAttribute('name') ?? 'half')}`
        : 'play';
    const tiles = this.getAttribute('board');
    const goal = this.getAttribute('goal');
    const to = new URL('embed.html', home);
    to.hash = `/${part}${tiles ? `/${board(tiles)}` : ''}${goal ? `?goal=${encodeURIComponent(goal)}` : ''}`;
    this.#frame.title = this.getAttribute('aria-label') ?? 'Taquin';
    if (this.#frame.src !== to.href) this.#frame.src = to.href;
  }
}
customElements.define('taquin-lesson', Frame);
customElements.define('taquin-board', class extends Frame {});
