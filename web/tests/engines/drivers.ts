/** Two other engines behind one small face: Firefox through WebDriver BiDi, WebKit through its own driver with MiniBrowser. */
import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createServer } from 'node:net';
import puppeteer, { type Browser, type KeyInput, type Page } from 'puppeteer-core';

export interface Driver {
  goto: (address: string) => Promise<void>;
  /** The value of an expression in the page; a promise is waited for. */
  value: <Value>(expression: string) => Promise<Value>;
  press: (...keys: string[]) => Promise<void>;
  click: (x: number, y: number) => Promise<void>;
  move: (x: number, y: number) => Promise<void>;
  end: () => Promise<void>;
}

const first = (paths: (string | undefined)[]): string | undefined =>
  paths.find((path) => path && existsSync(path));
export const firefoxPath = first([process.env.TAQUIN_FIREFOX, '/usr/bin/firefox-esr', '/usr/bin/firefox']);
export const webkitDriver = first([process.env.TAQUIN_WEBKIT_DRIVER, '/usr/bin/WebKitWebDriver']);
const miniBrowser = first(
  ['4.1', '6.0', '4.0'].flatMap((version) =>
    ['x86_64', 'aarch64'].map((kind) => `/usr/lib/${kind}-linux-gnu/webkit2gtk-${version}/MiniBrowser`),
  ),
);

export async function firefox(): Promise<Driver> {
  const browser: Browser = await puppeteer.launch({
    browser: 'firefox',
    executablePath: firefoxPath,
    headless: true,
    extraPrefsFirefox: { 'intl.accept_languages': 'en-GB' },
  });
  const page: Page = await browser.newPage();
  await page.setViewport({ width: 1100, height: 900 });
  return {
    goto: async (address) => {
      await page.goto(address);
    },
    value: <Value>(expression: string) => page.evaluate(expression) as Promise<Value>,
    press: async (...keys) => {
      for (const key of keys) await page.keyboard.press(key as KeyInput);
    },
    click: (x, y) => page.mouse.click(x, y),
    move: (x, y) => page.mouse.move(x, y, { steps: 4 }),
    end: () => browser.close(),
  };
}

const ELEMENT_KEYS: Record<string, string> = {
  ArrowLeft: '\uE012',
  ArrowUp: '\uE013',
  ArrowRight: '\uE014',
  ArrowDown: '\uE015',
  Enter: '\uE007',
};

export async function webkit(): Promise<Driver> {
  // A display of its own, without a screen; the number is free, whoever else runs.
  const port = await freePort();
  const driver: ChildProcess = spawn(
    'xvfb-run',
    ['-a', '-s', '-screen 0 1200x1000x24', webkitDriver ?? '', `--port=${port}`],
    { stdio: 'ignore', detached: true },
  );
  const call = async (method: string, path: string, body?: unknown): Promise<unknown> => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      body: body === undefined ? undefined : JSON.stringify(body),
      signal: AbortSignal.timeout(60_000),
    });
    const { value } = (await answer.json()) as { value: { error?: string; message?: string } };
    if (!answer.ok) throw new Error(`${path}: ${value.error} ${value.message}`);
    return value;
  };
  for (let tries = 0; tries < 100; tries += 1) {
    if (
      await call('GET', '/status').then(
        () => true,
        () => false,
      )
    )
      break;
    await new Promise((done) => setTimeout(done, 200));
  }
  const { sessionId } = (await call('POST', '/session', {
    capabilities: {
      alwaysMatch: {
        browserName: 'MiniBrowser',
        'webkitgtk:browserOptions': { binary: miniBrowser, args: ['--automation'] },
      },
    },
  })) as { sessionId: string };
  const at = `/session/${sessionId}`;
  await call('POST', `${at}/timeouts`, { script: 60_000, pageLoad: 60_000 });
  const pointer = (actions: unknown[]): Promise<unknown> =>
    call('POST', `${at}/actions`, {
      actions: [{ type: 'pointer', id: 'mouse', parameters: { pointerType: 'mouse' }, actions }],
    });
  return {
    goto: async (address) => {
      await call('POST', `${at}/url`, { url: address });
    },
    value: async <Value>(expression: string) => {
      const script = `const done = arguments[arguments.length - 1]; Promise.resolve((${expression})).then(done, (error) => done({ failed: String(error) }));`;
      const found = (await call('POST', `${at}/execute/async`, { script, args: [] })) as Value & {
        failed?: string;
      };
      if (found && typeof found === 'object' && found.failed) throw new Error(found.failed);
      return found;
    },
    press: async (...keys) => {
      const actions = keys.flatMap((key) =>
        ['keyDown', 'keyUp'].map((type) => ({ type, value: ELEMENT_KEYS[key] ?? key })),
      );
      await call('POST', `${at}/actions`, { actions: [{ type: 'key', id: 'keys', actions }] });
    },
    click: async (x, y) => {
      await pointer([
        { type: 'pointerMove', duration: 0, x: Math.round(x), y: Math.round(y) },
        { type: 'pointerDown', button: 0 },
        { type: 'pointerUp', button: 0 },
      ]);
    },
    move: async (x, y) => {
      await pointer([{ type: 'pointerMove', duration: 50, x: Math.round(x), y: Math.round(y) }]);
    },
    end: async () => {
      await call('DELETE', at).catch(() => undefined);
      if (driver.pid)
        try {
          process.kill(-driver.pid, 'SIGTERM');
        } catch {
          /* It is gone. */
        }
    },
  };
}

/** A port that nobody listens on. */
const freePort = (): Promise<number> =>
  new Promise((found) => {
    const server = createServer();
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number };
      server.close(() => found(port));
    });
  });
