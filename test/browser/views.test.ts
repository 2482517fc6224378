/** Every view there is, on every kind of screen: read by axe, and looked at for what does not fit. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { accessibilityProblems } from './harness/axe.ts'
import { choose, openSettings, runToEnd } from './harness/drive.ts'
import { importFinished } from './harness/finished-run.ts'
import { layoutProblems } from './harness/layout.ts'
import { launchPage, type Opened } from './harness/page.ts'
import { readStored } from './harness/stored.ts'

let opened: Opened
/** A run scored by option probabilities, with probe passes; the same in another precision; one told in words. */
const runs = { first: '', second: '', told: '', spoilt: '' }

beforeAll(async () => {
  opened = await launchPage()
  const { page, origin } = opened
  runs.first = await importFinished(page, 'choices')
  runs.told = await importFinished(page, 'words')
  const other = { dtype: 'q4', limit: 24, maxNewTokens: 4 } as const
  await choose(page, other)
  await openSettings(page)
  await page.getByLabel('Scoring').selectOption('choices')
  runs.second = await runToEnd(page, other)
  await page.goto(`${origin}/#/runs/${runs.first}/probes`)
  await page.getByText('Choose single probes').click()
  await page.getByRole('checkbox', { name: 'Option order' }).check()
  await page.getByRole('checkbox', { name: 'Blank image' }).check()
  await page.getByRole('checkbox', { name: 'Noise, strength 4' }).check()
  await page.getByRole('button', { name: /^Add \d passes$/ }).click()
  await page.getByText('5 of 5 passes done').waitFor({ timeout: 120_000 })
  const stored = await readStored(page)
  runs.spoilt = stored.runs.find(({ probe }) => probe?.kind === 'corruption')?.id ?? ''
}, 240_000)
afterAll(() => opened.close())

const image = encodeURIComponent('phantom-cube/PhantomBrainCT/pictures/case_01.png')

/** The detail of a sample with its image, and with what its record says, which comes by itself. */
const sampleWith = (image: string): string => `article:has(${image}):has(:text("Exact prompt"))`

type View = readonly [name: string, address: string, shown: string]

/** The address of each view, and what tells that it is all there. */
const views: readonly View[] = [
  ['first page with steps and settings', '', '.setup .run-bar .muted'],
  ['help', '?help', 'dialog'],
  ['run', 'run', '.cube-cell'],
  ['list of runs', 'runs', '[data-run]'],
  ['data quality', 'quality', 'main p'],
  ['overview with slices', 'runs/first/overview', '.slices'],
  ['cube', 'runs/first/cube', '.cube-cell'],
  ['shortcuts', 'runs/first/shortcuts', '.levels'],
  ['chains', 'runs/first/chains', '.chain-strip'],
  ['confidence', 'runs/first/confidence', '.scores'],
  ['probes', 'runs/first/probes', '#without-looking ~ figure'],
  ['image use', 'runs/first/audit', '#audit-figures ~ .stack table'],
  ['samples', 'runs/first/samples', '.virtual-row'],
  ['one sample', 'runs/first/samples?sample=4', sampleWith('.viewer-frame img')],
  ['differences', 'compare?runs=first,second', '.plot'],
  ['changed verdicts', 'compare/changed?runs=first,second', '.virtual-list'],
  ['papers compared', 'compare/papers?runs=first,second', '.levels'],
]

/** Variants of these. */
const variants: readonly View[] = [
  ['an address that leads nowhere', 'nowhere', 'main p'],
  ['one chain', `runs/first/chains?image=${image}`, '.viewer-frame img'],
  ['confidence of a slice', 'runs/first/confidence?by=modality&modality=CT&bins=equal-mass', '.scores'],
  ['confidence that was not asked for', 'runs/told/confidence', '.steps'],
  ['samples by a field', 'runs/first/samples?field=gt_answer', '.virtual-row'],
  ['no sample in a selection', 'runs/first/samples?verdict=failed', '.pane-empty'],
  ['samples as a gallery', 'runs/first/samples?as=gallery&verdict=wrong', '.gallery img'],
  [
    'a selection tested against another run',
    'runs/first/samples?modality=CT&level=low&against=second&change=changed',
    '.list-count',
  ],
  ['what the model saw', 'runs/first/samples?sample=4&seen=yes', '.seen-pictures img'],
  ['a selection on another tab', 'runs/first/cube?modality=CT&level=low', '.selection-bar'],
  ['one sample with a spoilt image', 'runs/spoilt/samples?sample=4', sampleWith('.viewer-switch')],
  ['export', 'runs/first/export', '.exports'],
  ['differences by voxel', 'compare?runs=first,second&by=voxel&sort=-n', '.plot'],
  ['published models', 'compare/published', 'tbody'],
  ['papers that ask other questions', 'runs/first/papers', 'main p'],
  ['papers, run by run', 'compare/papers?runs=first,second', '.plot'],
  ['subgroups', 'runs/first/subgroups?by=dataset', '.plot'],
  ['judges of a run without free text', 'runs/first/judges', 'main p'],
  ['storage', 'storage', '.kept-runs'],
  ['a run that is not there', 'runs/none', '.error-box'],
]

/** Light and dark, from a telephone to a large screen, and text at twice its size. */
const screens = [
  { width: 1280, height: 800, colorScheme: 'light', text: '', axe: true },
  { width: 360, height: 740, colorScheme: 'dark', text: '', axe: true },
  { width: 1280, height: 800, colorScheme: 'dark', text: '200%', axe: true },
  { width: 3840, height: 2160, colorScheme: 'light', text: '', axe: false },
] as const

async function readsWell(_: string, address: string, shown: string): Promise<void> {
  const { page, origin, errors } = opened
  const hash = Object.entries(runs).reduce((text, [name, id]) => text.replaceAll(name, id), address)
  await page.goto(`${origin}/#/${hash.replace('?help', '')}`)
  await page.getByRole('banner').waitFor()
  if (address === '?help') {
    await page.keyboard.press('?')
    expect(await page.locator('dialog').evaluate(dialog => dialog.scrollTop)).toBe(0)
  }
  for (const { width, height, colorScheme, text, axe } of screens) {
    await page.setViewportSize({ width, height })
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await page.evaluate(size => {
      document.documentElement.style.fontSize = size
      window.dispatchEvent(new Event('resize'))
    }, text)
    await page.locator(shown).first().waitFor()
    await page.waitForFunction(() =>
      document.getAnimations().every(({ playState }) => playState !== 'running'),
    )
    const what = `${width} px, ${colorScheme}, text ${text || '100%'}`
    // Charts are drawn anew for the width that they then have.
    await expect.poll(() => layoutProblems(page), { message: what }).toEqual([])
    if (axe) expect(await accessibilityProblems(page), what).toEqual([])
  }
  if (address === '?help') await page.keyboard.press('Escape')
  await page.evaluate(() => document.documentElement.style.removeProperty('font-size'))
  expect(errors).toEqual([])
}

test.each(views)('%s', readsWell)
test.each(variants)('%s', { tags: ['wide'] }, readsWell)

test('in a palette of the user’s own, an outline shows what is chosen, and drawings take its colours', async () => {
  const { page, origin } = opened
  await page.emulateMedia({ forcedColors: 'active', colorScheme: 'dark' })
  await page.goto(`${origin}/#/runs/${runs.first}/samples`)
  const row = page.locator('.virtual-row[aria-selected=true]')
  await row.waitFor()
  const chosen = [
    page.getByRole('button', { name: 'List', exact: true }),
    row,
    page.getByRole('navigation', { name: 'Main' }).locator('[aria-current]'),
  ]
  for (const one of chosen)
    expect(await one.evaluate(element => getComputedStyle(element).outlineStyle)).toBe('solid')
  // Otherwise the browser lays the page's colour behind the words, in which they are written.
  const pressed = page.getByRole('button', { name: 'List', exact: true })
  const adjust = await pressed.evaluate(element =>
    getComputedStyle(element).getPropertyValue('forced-color-adjust'),
  )
  expect(adjust).toBe('none')
  await page.goto(`${origin}/#/runs/${runs.first}/cube`)
  const task = page.locator('.cube-task').first()
  await task.waitFor()
  const fill = await task.evaluate(element => getComputedStyle(element).fill)
  expect(fill).toBe(await page.evaluate(() => getComputedStyle(document.body).color))
  await page.emulateMedia({ forcedColors: 'none' })
})

test('large screens get larger charts and type, and lines that can still be read', async () => {
  const { page, origin } = opened
  const measured: { readonly chart: number; readonly type: number; readonly line: number }[] = []
  for (const width of [1280, 3840]) {
    await page.setViewportSize({ width, height: 1600 })
    await page.goto(`${origin}/#/runs/${runs.first}/shortcuts`)
    const flow = page.getByRole('figure', { name: /^Links from/ }).locator('svg')
    await flow.waitFor()
    // Charts are drawn again for the width that they then have.
    await expect.poll(async () => (await flow.boundingBox())?.width ?? 0).toBeGreaterThan(300)
    measured.push({
      chart: (await flow.boundingBox())?.width ?? 0,
      ...(await page.evaluate(() => {
        const type = Number.parseFloat(getComputedStyle(document.body).fontSize)
        const lines = [...document.querySelectorAll('main .prose')].map(line => line.clientWidth)
        return { type, line: Math.max(...lines) / type }
      })),
    })
  }
  const [small, large] = measured
  expect(large?.chart).toBeGreaterThan(1.1 * (small?.chart ?? 0))
  expect(large?.type).toBeGreaterThan(small?.type ?? 0)
  expect(large?.line).toBeLessThan(60)
})
