/** Modules of the page by themselves, in a page that holds nothing else. */
import type { Browser, Page } from 'playwright-core'
import { build, type Rolldown } from 'vite'
import { withoutNode } from '../../../build/without-node.ts'

/** What such a page is made of, by path. */
export type ModulePage = Readonly<Record<string, { readonly contentType: string; readonly body: string }>>

/** The module with all it imports as one script. */
export async function bundle(entry: string): Promise<string> {
  const made = await build({
    configFile: false,
    logLevel: 'error',
    plugins: [withoutNode()],
    build: {
      write: false,
      minify: false,
      lib: { entry, formats: ['es'], fileName: 'bundle' },
      // One file is served: what is loaded late is in it.
      rolldownOptions: { output: { codeSplitting: false } },
    },
  })
  const [{ output }] = [made].flat() as Rolldown.RolldownOutput[] as [Rolldown.RolldownOutput]
  return output[0].code
}

/** Opens it; nothing else is served. */
export async function openModules(browser: Browser, files: ModulePage): Promise<Page> {
  const page = await browser.newPage()
  await page.route('**/*', route => {
    const file = files[new URL(route.request().url()).pathname]
    return file ? route.fulfill(file) : route.fulfill({ status: 404 })
  })
  // localhost is a secure context, which VideoFrame and private files need.
  await page.goto('http://localhost/')
  return page
}
