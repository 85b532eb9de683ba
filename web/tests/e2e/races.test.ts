/** A race as two players and somebody who looks on meet it. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { address, ended, hindrances, joined, play, serve, solution, visitor, withLeague } from './leagues';

withLeague();

const bar = (page: Page, name: string) => page.getByRole('progressbar', { name: `Progress of ${name}` });
const board = async (page: Page): Promise<string> => {
  const cells = await page.getByRole('grid').first().getByRole('gridcell').allTextContents();
  return [0, 3, 6]
    .map((row) =>
      cells
        .slice(row, row + 3)
        .map((text) => Number.parseInt(text, 10) || 0)
        .join(' '),
    )
    .join('/');
};

/** Makes a room for 3×3 with keys, and gives its link. */
async function roomOf(page: Page): Promise<string> {
  await page.getByLabel('Size').first().selectOption('3x3');
  await page.getByRole('button', { name: 'Make a room' }).click();
  const link = await page.getByLabel('Link to this room').inputValue();
  expect(link).toContain('#/league/race/3x3.keys.');
  return link.slice(link.indexOf('#'));
}

test('two players race, see each other come closer, and both results count', async () => {
  const ada = await visitor('#/league');
  await joined(ada.page, 'Ada');
  const room = await roomOf(ada.page);
  const watcher = await visitor(room);
  await watcher.page.getByText('You are looking on.').waitFor();
  const bob = await visitor(room, { locale: 'en-GB' });
  await joined(bob.page, 'Bob <b>x</b>');
  // With the keyboard alone: from the button to the board.
  for (const { page } of [ada, bob]) await page.getByRole('button', { name: 'I am ready' }).press('Enter');
  for (const { page } of [ada, bob]) await page.getByRole('region', { name: 'Your attempt' }).waitFor();
  expect(await ada.page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe(
    'Your attempt',
  );
  const [moves] = await Promise.all([
    solution(await board(ada.page)),
    watcher.page.getByText('The race is on.').waitFor(),
  ]);
  expect(await board(bob.page)).toBe(await board(ada.page));
  // Ada plays half of it: the others see her bar grow.
  const half = Math.floor(moves.length / 2);
  await play(ada.page, moves.slice(0, half));
  await expect.poll(() => bob.page.getByRole('row', { name: /Ada/ }).innerText()).toContain(`\t${half}`);
  await watcher.page.getByRole('row', { name: /Ada/ }).waitFor();
  expect(await bar(watcher.page, 'Ada').count()).toBe(1);
  expect(await hindrances(bob.page)).toEqual([]);
  await Promise.all([play(ada.page, moves.slice(half)), play(bob.page, moves)]);
  for (const { page } of [ada, bob, watcher]) {
    await page.getByText('The race is over. The race begins').waitFor();
    const rows = await page.getByRole('table', { name: 'Who races' }).locator('tbody tr').allInnerTexts();
    expect(rows).toHaveLength(2);
    expect(rows[0]).toMatch(/^1\t\s*Ada/);
    expect(await page.locator('table b').count()).toBe(0);
  }
  expect(await hindrances(ada.page)).toEqual([]);
  // From the table to the record.
  await watcher.page.getByRole('button', { name: 'Replay Ada' }).click();
  await watcher.page
    .getByRole('heading', { name: /Replay/ })
    .first()
    .waitFor();
  // Two of them beside each other, on one clock, with the distance of both.
  await bob.page.getByRole('button', { name: 'Beside mine Ada' }).click();
  await bob.page.getByRole('heading', { name: 'Two solves' }).waitFor();
  await bob.page
    .getByRole('img', {
      name: new RegExp(
        `Solve 1: ${moves.length} moves .*shortest ${moves.length}.* Solve 2: ${moves.length} moves .*shortest`,
      ),
    })
    .waitFor();
  expect(await hindrances(bob.page)).toEqual([]);
  await bob.page.getByRole('slider', { name: 'Time' }).press('End');
  expect(await board(bob.page)).toBe('1 2 3/4 5 6/7 8 0');
  for (const { page, troubles } of [ada, bob, watcher]) {
    expect(troubles).toEqual([]);
    await page.context().close();
  }
});

test('a page that is loaded again, and a league that is started again, go on with the race', async () => {
  const ada = await visitor('#/league');
  await joined(ada.page, 'Grace');
  const room = await roomOf(ada.page);
  const bob = await visitor(room);
  await joined(bob.page, 'Alan');
  for (const { page } of [ada, bob]) await page.getByRole('button', { name: 'I am ready' }).click();
  for (const { page } of [ada, bob]) await page.getByRole('region', { name: 'Your attempt' }).waitFor();
  const moves = await solution(await board(ada.page));
  const half = Math.floor(moves.length / 2);
  await play(ada.page, moves.slice(0, half));
  await expect.poll(() => bob.page.getByRole('row', { name: /Grace/ }).innerText()).toContain(`\t${half}`);
  const seen = await board(ada.page);
  await ada.page.reload();
  await ada.page.getByRole('region', { name: 'Your attempt' }).waitFor();
  expect(await board(ada.page), 'where it was').toBe(seen);
  await play(ada.page, moves.slice(half));
  await ada.page.getByRole('heading', { name: /It counts|It is kept/ }).waitFor();
  // The league is stopped and started again while the other one plays.
  const port = new URL(address).port;
  await play(bob.page, moves.slice(0, half));
  await ended();
  await bob.page.getByText('The connection is lost').waitFor();
  await serve(port);
  await play(bob.page, moves.slice(half));
  await bob.page.getByRole('heading', { name: /It counts|It is kept/ }).waitFor();
  for (const { page, troubles } of [ada, bob]) {
    await page.getByText('The race is over. The race begins').waitFor();
    expect(await page.getByRole('table', { name: 'Who races' }).locator('tbody tr').count()).toBe(2);
    expect(troubles).toEqual([]);
    await page.context().close();
  }
});
