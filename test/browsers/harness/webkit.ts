import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { Builder, By, Capabilities, type WebDriver } from 'selenium-webdriver'
import { type Driven, type Installed, patience } from './driven.ts'
import { onPath } from './on-path.ts'

const driverPath = onPath('WebKitWebDriver')
const screenPath = onPath('Xvfb')
const browserPath = onPath(
  ...['x86_64', 'aarch64'].flatMap(machine =>
    ['4.1', '4.0'].map(api => `/usr/lib/${machine}-linux-gnu/webkit2gtk-${api}/MiniBrowser`),
  ),
)

/** WebKitGTK's MiniBrowser on a screen that nobody sees. */
export const webkit: Installed = {
  browser: 'WebKit',
  missing:
    driverPath && screenPath && browserPath
      ? null
      : 'WebKitGTK cannot be driven here (apt-get install webkit2gtk-driver xvfb)',
  open,
}

async function open(): Promise<Driven> {
  const screen = spawn(screenPath ?? '', ['-displayfd', '1', '-screen', '0', '1280x900x24'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const [said] = (await once(screen.stdout, 'data')) as [Buffer]
  const port = await freePort()
  const env = { ...process.env, DISPLAY: `:${String(said).trim()}` }
  const service = spawn(driverPath ?? '', [`--port=${port}`], { stdio: 'ignore', env })
  const driver = await connected(port)
  await driver.manage().setTimeouts({ script: patience })
  return {
    name: `webkit/${(await driver.getCapabilities()).get('browserVersion')}`,
    goto: url => driver.get(url),
    run: async (work, ...given) => {
      const answer = await driver.executeAsyncScript<{ value: never } | { failed: string }>(
        `const done = arguments[arguments.length - 1]
        Promise.resolve().then(() => (${work})(...${JSON.stringify(given)})).then(
          value => done({ value }),
          error => done({ failed: String(error) + '\\n' + error?.stack }),
        )`,
      )
      if ('failed' in answer) throw new Error(answer.failed)
      return answer.value
    },
    put: async (selector, files) => {
      const input = driver.findElement(By.css(selector))
      // What is sent is added to what is there.
      await driver.executeScript('arguments[0].value = ""', input)
      await input.sendKeys(files.join('\n'))
    },
    screenshot: async () => Buffer.from(await driver.takeScreenshot(), 'base64'),
    close: async () => {
      await driver.quit()
      await Promise.all([ended(service), ended(screen)])
    },
  }
}

async function connected(port: number): Promise<WebDriver> {
  const capabilities = new Capabilities()
  capabilities.set('browserName', 'MiniBrowser')
  capabilities.set('webkitgtk:browserOptions', { binary: browserPath, args: ['--automation'] })
  for (let attempt = 0; ; attempt++) {
    try {
      return await new Builder()
        .usingServer(`http://127.0.0.1:${port}`)
        .withCapabilities(capabilities)
        .build()
    } catch (error) {
      // The driver takes a moment until it listens.
      if (attempt === 20) throw error
      await new Promise(resolve => setTimeout(resolve, 250))
    }
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  return typeof address === 'object' && address ? address.port : 0
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return
  child.kill()
  await once(child, 'exit')
}
