import puppeteer from 'puppeteer-core'
import { type Driven, type Installed, patience } from './driven.ts'
import { onPath } from './on-path.ts'

const path = process.env.VOXELWISE_FIREFOX ?? onPath('firefox-esr', 'firefox')

/** Firefox through WebDriver BiDi, which no driver of its own is needed for. */
export const firefox: Installed = {
  browser: 'Firefox',
  missing: path ? null : 'there is no firefox-esr or firefox on the PATH (apt-get install firefox-esr)',
  open,
}

async function open(): Promise<Driven> {
  const browser = await puppeteer.launch({
    browser: 'firefox',
    executablePath: path ?? '',
    protocolTimeout: patience,
    extraPrefsFirefox: {
      // Nothing of the browser's own goes to the network.
      'app.update.enabled': false,
      'network.captive-portal-service.enabled': false,
      'network.connectivity-service.enabled': false,
    },
  })
  const page = await browser.newPage()
  return {
    name: await browser.version(),
    goto: async url => void (await page.goto(url)),
    run: (work, ...given) =>
      page.evaluate(`(${work})(...${JSON.stringify(given)})`) as Promise<Awaited<ReturnType<typeof work>>>,
    put: async (selector, files) => {
      const input = await page.$(selector)
      if (!input) throw new Error(`There is no ${selector}.`)
      await (input as import('puppeteer-core').ElementHandle<HTMLInputElement>).uploadFile(...files)
    },
    screenshot: () => page.screenshot(),
    close: () => browser.close(),
  }
}
