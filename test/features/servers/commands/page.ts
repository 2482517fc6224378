/** A real server as a person uses it: connected on the page, and asked there. */
import { launchChromium } from '../../../../src/cli/browser/chromium.ts'
import {
  card,
  openModelDrawer,
  openResults,
  openSettings,
  openStep,
  openTab,
  reach,
  readyToRun,
} from '../../../browser/harness/drive.ts'
import { showAnswers } from './questions.ts'

export interface OnPage {
  /** The address of our own server. */
  readonly origin: string
  readonly questions: string
  /** Typed as its name, where the server does not list it; null takes the first that is listed. */
  readonly model: string | null
  /** What the page says of a list that has no model; empty where it has some. */
  readonly unlisted: string
}

export async function runOnPage({ origin, questions, model, unlisted }: OnPage): Promise<void> {
  const browser = await launchChromium('none', false)
  try {
    const page = await browser.newPage()
    await page.goto(origin)
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      openStep(page, 'dataset').then(() =>
        card(page, 'dataset').getByRole('button', { name: 'Pick a file' }).click(),
      ),
    ])
    await chooser.setFiles(questions)
    await card(page, 'dataset').getByText('8 questions').first().waitFor()
    const picker = await openModelDrawer(page)
    await picker.getByRole('button', { name: 'Use a model server' }).click()
    if (unlisted !== '') await picker.getByText(unlisted).waitFor()
    if (model !== null) await picker.getByLabel('Model name on the server').fill(model)
    await picker.getByRole('button', { name: 'Connect' }).click()
    await card(page, 'model')
      .getByText('by the server, from the original files')
      .waitFor({ timeout: 300_000 })
    await page.getByRole('link', { name: 'Set up', exact: true }).click()
    // How the file is read is a guess.
    await openStep(page, 'dataset')
    await page.getByRole('button', { name: 'Confirm the mapping' }).click()
    await readyToRun(page)
    await openSettings(page)
    await page.getByLabel('Max new tokens').fill('8')
    await (await readyToRun(page)).click()
    await reach(page, 'Done', 300_000)
    await openResults(page)
    await openTab(page, 'Export')
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'run.json', exact: true }).click(),
    ])
    await showAnswers(await download.path(), 'the page')
  } finally {
    await browser.close()
  }
}
