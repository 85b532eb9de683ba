/** What one tab tells the others. */
export type News = { kind: 'added' | 'removed'; ids: string[] } | { kind: 'daily' | 'all' };

const channel = typeof BroadcastChannel === 'function' ? new BroadcastChannel('taquin') : null;
export const tell = (news: News): void => channel?.postMessage(news);
export function hear(listen: (news: News) => void): void {
  channel?.addEventListener('message', (event: MessageEvent<News>) => listen(event.data));
}
