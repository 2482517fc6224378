/**
 * `npm run monkey [-- --minutes 30 --seed 1]`: presses at random what the page shows, reloads it, opens tabs, picks folders, and
 * begins runs and probes. Exits with 1 where a stored record is not of its run, sample or model, a script fails, or a page is empty.
 */
import { parseArgs } from 'node:util'
import type { BrowserContext, Page } from 'playwright-core'
import { servePage } from '../../src/cli/serve/serve.ts'
import { pickFolder, startRun, waitForDone } from '../browser/harness/drive.ts'
import { demoDataset, demoModel } from '../browser/harness/folders.ts'
import { readStored } from '../browser/harness/stored.ts'
import { Random } from '../unit/support/random.ts'
import { removeFolder, temporaryFolder } from './folders.ts'
import { wrongRecords } from './monkey-records.ts'
import { visit } from './visit.ts'

const { values } = parseArgs({
  options: { minutes: { type: 'string', default: '30' }, seed: { type: 'string', default: '1' } },
})
const random = new Random(Number(values.seed))
const faults: string[] = []

/** Tabs at once, and the most letters that are typed into a field. */
const mostTabs = 3
const keys = [
  'Enter',
  'Escape',
  'Tab',
  'ArrowDown',
  'ArrowRight',
  ' ',
  '?',
  '/',
  'j',
  'k',
  '1',
  '9',
  'Control+Enter',
]

const pressable =
  'button:not([aria-disabled=true]), a[href^="#"], summary, [role=tab], input[type=checkbox], input[type=radio]'

/** Presses one of what can be seen, where a mouse would. */
async function press(page: Page, selector: string): Promise<void> {
  const places = await page.evaluate(
    wanted =>
      [...document.querySelectorAll(wanted)].flatMap(one => {
        const { x, y, width, height } = one.getBoundingClientRect()
        const [left, top] = [x + width / 2, y + height / 2]
        const isSeen =
          width > 0 && height > 0 && top > 0 && left > 0 && top < innerHeight && left < innerWidth
        return isSeen ? [{ left, top }] : []
      }),
    selector,
  )
  if (places.length === 0) return
  const { left, top } = random.pick(places)
  await page.mouse.click(left, top)
}

async function choose(page: Page): Promise<void> {
  const options = page.locator('select:visible:enabled')
  const count = await options.count()
  if (count === 0) return
  const one = options.nth(random.below(count))
  const choices = await one
    .locator('option:enabled')
    .evaluateAll(all => all.map(option => option.getAttribute('value')))
  const [value] = choices.slice(random.below(Math.max(1, choices.length)))
  if (value) await one.selectOption(value, { timeout: 2000 })
}

const acts: readonly (readonly [
  weight: number,
  (page: Page, context: BrowserContext) => Promise<unknown>,
])[] = [
  [40, page => press(page, pressable)],
  [12, page => press(page, 'nav a')],
  [10, page => page.keyboard.press(random.pick(keys))],
  [6, page => pressNamed(page, /^(Run .* on [\d,]+ question|Continue|Pause|Resume|Stop|Run the probes)/)],
  [6, choose],
  [4, page => page.mouse.wheel(0, random.below(2000) - 800)],
  [3, page => page.reload()],
  [2, goBack],
  [2, page => pickFolder(page, 'model', demoModel)],
  [1, page => pickFolder(page, 'dataset', demoDataset)],
  [2, openTab],
  [2, (page, context) => (context.pages().length > 1 ? page.close() : Promise.resolve())],
]

/** Presses a button by its name, where it can be seen. */
async function pressNamed(page: Page, name: RegExp): Promise<void> {
  const buttons = page.getByRole('button', { name, disabled: false })
  const count = await buttons.count()
  if (count > 0) await buttons.nth(random.below(count)).click({ timeout: 2000 })
}

/** Within the page: what was before it is empty. */
async function goBack(page: Page): Promise<void> {
  await page.goBack({ timeout: 2000 })
  if (page.url() === 'about:blank') await page.goto(`${server.origin}/`)
}

async function openTab(_: Page, context: BrowserContext): Promise<void> {
  if (context.pages().length < mostTabs) await (await context.newPage()).goto(`${server.origin}/`)
}

function watch(page: Page): void {
  page.on('pageerror', error => faults.push(`A script failed: ${error.message}`))
  page.on('crash', () => faults.push('A page crashed.'))
  page.on('dialog', dialog => dialog.accept().catch(() => {}))
}

/** @throws Error if it shows nothing, or a fault of our own */
async function expectAlive(page: Page): Promise<void> {
  await page.locator('main').waitFor({ timeout: 60_000 })
  const text = await page.locator('body').innerText()
  if (text.trim() === '') throw new Error(`An empty page: ${page.url()}`)
  if (/\binternal\b/.test((await page.locator('.error-box code').allInnerTexts()).join(' ')))
    throw new Error(`A fault of the page: ${text.slice(0, 2000)}`)
}

/** Each as often as its weight. */
const drawn = acts.flatMap(([weight, does]) => Array<typeof does>(weight).fill(does))

async function act(context: BrowserContext): Promise<void> {
  const page = random.pick(context.pages())
  try {
    await random.pick(drawn)(page, context)
  } catch (error) {
    // What was to be pressed may be gone by then.
    if (!/Timeout|closed|detached|navigat|ERR_ABORTED|not attached/i.test(String(error))) throw error
  }
}

const server = await servePage([])
const profile = temporaryFolder('monkey')
try {
  const { context, page } = await visit(server.origin, profile)
  context.on('page', watch)
  watch(page)
  // So that there are records from the first minute.
  await startRun(page, { limit: 400, maxNewTokens: 2 })
  await waitForDone(page, 20)
  const end = Date.now() + 60_000 * Number(values.minutes)
  let count = 0
  while (Date.now() < end) {
    if (context.pages().length === 0) await (await context.newPage()).goto(`${server.origin}/`)
    await act(context)
    if (++count % 20 === 0)
      for (const one of context.pages()) await expectAlive(one).catch(error => faults.push(String(error)))
  }
  const last = await context.newPage()
  for (const one of context.pages()) if (one !== last) await one.close()
  await last.goto(`${server.origin}/#/runs`)
  await expectAlive(last)
  const stored = await readStored(last)
  faults.push(...(await wrongRecords(stored)))
  console.log(
    `Seed ${values.seed}: ${count} presses, ${stored.runs.length} runs, ${stored.records.length} records, ${faults.length} faults`,
  )
  await context.close()
} finally {
  await server.close()
  removeFolder(profile)
}
for (const fault of new Set(faults)) console.error(fault)
if (faults.length > 0) process.exitCode = 1
