/** The league as a player meets it: from the name to the ranking, and out again. */
import { expect, test } from 'vitest';
import { hindrances, joined, play, solution, visitor, withLeague } from './leagues';

withLeague();

test('a player comes, plays the day, stands in the ranking as text, and leaves', async () => {
  const { page, troubles } = await visitor();
  await page.getByRole('link', { name: 'League' }).click();
  const name = 'Eve <img src=x>';
  await joined(page, name);
  const shown = page.waitForResponse((answer) => answer.url().endsWith('/api/attempts'));
  await page.getByRole('button', { name: '3×3' }).first().click();
  const attempt = (await (await shown).json()) as { board: string };
  await page.getByRole('region', { name: 'Your attempt' }).waitFor();
  await play(page, await solution(attempt.board));
  await page.getByRole('heading', { name: /It counts|It is kept/ }).waitFor();
  // On a busy machine a solve may be long on the way; on any it is judged, and with the proven par.
  expect(await page.getByRole('region', { name: 'Your attempt' }).innerText()).toMatch(/par \d+, proven|no solution is shorter/);
  if (await page.getByRole('heading', { name: 'It counts' }).isVisible()) {
    await page.getByRole('cell', { name, exact: true }).waitFor();
    expect(await page.locator('table img').count()).toBe(0);
  }
  expect(await hindrances(page)).toEqual([]);
  // The day is played once.
  await page.getByRole('button', { name: '3×3' }).first().click();
  await page.getByText('You have begun this board before').waitFor();
  await page.getByRole('button', { name: 'Leave and delete' }).click();
  await page.getByRole('button', { name: 'Really delete' }).click();
  await page.getByRole('button', { name: 'Take part' }).waitFor();
  await page.getByText('Nobody yet.').waitFor();
  expect(troubles).toEqual([]);
  await page.close();
});
