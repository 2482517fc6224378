/** A sitting on a tablet: everything is pressed with a finger, two fingers enlarge the image, and a stack is scrolled. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { CDPSession, Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { accessibilityProblems } from '../../../browser/harness/axe.ts'
import { pickFolder } from '../../../browser/harness/drive.ts'
import { writeFolder } from '../../../browser/harness/folders.ts'
import { freshFolder, openPage } from '../../../browser/harness/page.ts'
import { shownElements } from '../../../browser/harness/shown.ts'
import { medrcubeItem } from '../../../unit/support/medrcube-item.ts'

const nifti = '06-float32-oblique.nii.gz'
const finger = 44

/** Everything that a finger may press on the screen of a question has room for it. */
async function expectRoom(page: Page): Promise<void> {
  const pressable = page.locator('.reader-screen').locator('button, select, input, textarea')
  for (const one of await shownElements(pressable)) {
    if (!(await one.isVisible())) continue
    const box = await one.boundingBox()
    const name = (await one.textContent()) || (await one.getAttribute('aria-label'))
    expect(Math.min(box?.height ?? 0, box?.width ?? 0), String(name)).toBeGreaterThanOrEqual(finger)
  }
}

type Place = { readonly x: number; readonly y: number }

const touch = (session: CDPSession, type: string, points: readonly Place[]) =>
  session.send('Input.dispatchTouchEvent', {
    type: type as 'touchStart',
    touchPoints: points.map((point, id) => ({ ...point, id })),
  })

/** Two fingers on an image move apart; or one moves it. */
async function drag(page: Page, of: Locator, from: readonly Place[], to: readonly Place[]): Promise<void> {
  await of.scrollIntoViewIfNeeded()
  const box = await of.boundingBox()
  const at = (places: readonly Place[]) =>
    places.map(({ x, y }) => ({
      x: (box?.x ?? 0) + x * (box?.width ?? 0),
      y: (box?.y ?? 0) + y * (box?.height ?? 0),
    }))
  const session = await page.context().newCDPSession(page)
  await touch(session, 'touchStart', at(from))
  for (const part of [0.25, 0.5, 0.75, 1]) {
    const between = from.map(({ x, y }, i) => ({
      x: x + part * ((to[i]?.x ?? x) - x),
      y: y + part * ((to[i]?.y ?? y) - y),
    }))
    await touch(session, 'touchMove', at(between))
  }
  await touch(session, 'touchEnd', [])
  await session.detach()
}

const transform = (image: Locator) => image.evaluate(one => (one as HTMLElement).style.transform)

test('a finger answers, skips, goes back, enlarges, moves and scrolls a stack', async () => {
  const { page, errors } = await openPage({ hasTouch: true, viewport: { width: 820, height: 1180 } })
  const item = { ...medrcubeItem, image_path: nifti, dataset: 'set', axis: 'axial', index: 3 }
  const folder = writeFolder(join(freshFolder('touch'), 'set'), {
    [nifti]: new Uint8Array(readFileSync(join('packages/pixels/test/golden/nifti', nifti))),
    'test.json': JSON.stringify([
      { ...item, id: '1' },
      { ...item, id: '2' },
    ]),
  })
  await pickFolder(page, 'dataset', folder)
  await page.evaluate(() => {
    location.hash = '#/people'
  })
  await page.getByText('2 questions on 1 image').waitFor()
  await page.getByRole('button', { name: 'Make the study' }).tap()
  await page.getByLabel('Reader’s code').fill('R1')
  await page.getByRole('button', { name: 'Begin', exact: true }).tap()
  const slice = page.getByLabel('Axial slice')
  await expect.poll(() => slice.inputValue()).toBe('3')
  await expectRoom(page)
  expect(await accessibilityProblems(page)).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(820)

  // Two fingers enlarge the picture, one moves it.
  const image = page.getByAltText('The image of this question')
  const frame = page.locator('.viewer-frame').first()
  const fitted = await transform(image)
  await drag(
    page,
    frame,
    [
      { x: 0.4, y: 0.5 },
      { x: 0.6, y: 0.5 },
    ],
    [
      { x: 0.2, y: 0.5 },
      { x: 0.8, y: 0.5 },
    ],
  )
  await expect.poll(() => transform(image)).not.toBe(fitted)
  const enlarged = await transform(image)
  await drag(page, frame, [{ x: 0.5, y: 0.5 }], [{ x: 0.4, y: 0.5 }])
  await expect.poll(() => transform(image)).not.toBe(enlarged)

  // The stack follows a finger on its slider.
  await slice.tap({ position: { x: 4, y: finger / 2 } })
  await expect.poll(() => slice.inputValue()).not.toBe('3')

  await page.getByRole('button', { name: 'Skip', exact: true }).tap()
  await page.getByText('0 of 2 done, 1 skipped').waitFor()
  await page.locator('.reader-option').first().tap()
  await page.getByText('1 of 2 done, 1 skipped').waitFor()
  await page.getByRole('button', { name: 'Back' }).tap()
  await page.getByText('You changed back').waitFor()
  await page.getByRole('button', { name: 'Leave it as it is' }).tap()
  await page.locator('.reader-option').last().tap()
  await page.getByText('This sitting is complete.').waitFor()
  expect(errors).toEqual([])
})
