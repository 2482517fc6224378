/**
 * Draws the icons of the installed page from public/icon.svg: `npm run lab -- icons`. Their results are kept in the repository, so
 * that a build needs no browser.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { launchChromium } from '../src/cli/browser/chromium.ts'

const drawing = readFileSync('public/icon.svg', 'utf8')

/** `room` is the drawing's share of the width; systems cut maskable icons down to a circle of 80 %. */
const icons = [
  { file: 'icon-192.png', size: 192, room: 1, ground: 'transparent' },
  { file: 'icon-512.png', size: 512, room: 1, ground: 'transparent' },
  { file: 'icon-maskable-512.png', size: 512, room: 0.62, ground: '#f6f7f7' },
]

const browser = await launchChromium('none')
try {
  for (const { file, size, room, ground } of icons) {
    const page = await browser.newPage({ viewport: { width: size, height: size }, colorScheme: 'light' })
    await page.setContent(
      `<style>body{margin:0;height:100vh;display:grid;place-items:center;background:${ground}}svg{width:${100 * room}%}</style>${drawing}`,
    )
    writeFileSync(`public/${file}`, await page.screenshot({ omitBackground: true }))
    await page.close()
  }
} finally {
  await browser.close()
}
