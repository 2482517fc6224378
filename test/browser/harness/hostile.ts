/** Texts that would be code if anything took them for it, and a look whether anything did. */
import type { Page } from 'playwright-core'
import { openingScript } from '../../../build/opening.ts'

/** Turns the direction of writing until the end of its paragraph, unless something stops it. */
export const override = '\u202e'

/** Leaves a mark wherever it is read as HTML, SVG, a script, a style, an address or a template. */
export const hostile = [
  `"'\`><img data-evil src=x onerror="globalThis.hit='img'">`,
  `</title></style></textarea></script><script data-evil>globalThis.hit='script'</script>`,
  `]]></text><svg data-evil onload="globalThis.hit='svg'"><a data-evil href="javascript:globalThis.hit='link'">`,
  '{{ 7 * 191 }}{% for x in range(9) %}{{ raise_exception("template") }}{% endfor %}#{7*191}<%= 7*191 %>',
  '&lt;b data-evil&gt;&#60;i data-evil&#62;\u0007\u001b[31m\ufffe',
].join(' ')

/** What of such texts got through on a page; nothing, if all is well. The page's own script within it does not count. */
export function gotThrough(page: Page): Promise<readonly string[]> {
  return page.evaluate(own => {
    const found: string[] = []
    const hit = Reflect.get(globalThis, 'hit')
    if (hit !== undefined) found.push(`a script ran: ${hit}`)
    const marked = '[data-evil], [onerror], [onload], iframe, object, embed, script:not([src]), [src="x"]'
    for (const element of document.querySelectorAll(marked))
      if (element.textContent !== own) found.push(element.outerHTML.slice(0, 200))
    for (const link of document.querySelectorAll('a[href], image, use'))
      if (/^\s*(javascript|data|vbscript):/i.test(link.getAttribute('href') ?? ''))
        found.push(link.outerHTML.slice(0, 200))
    return found
  }, openingScript)
}

/**
 * Texts that are written backwards although nothing in them asks for it: an override that stands before them goes on.
 * Told by where the first and last letters of each line are.
 */
export function turnedTexts(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const found: string[] = []
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const text = node.nodeValue ?? ''
      const element = node.parentElement
      if (
        !element?.checkVisibility() ||
        element.closest('option, title, script, .visually-hidden') ||
        !/^[\x20-\x7e]+$/.test(text)
      )
        continue
      const first = text.search(/\w/)
      const second = text.slice(first + 1).search(/\w/) + first + 1
      if (first < 0 || second <= first) continue
      const [a, b] = [first, second].map(at => {
        const range = document.createRange()
        range.setStart(node, at)
        range.setEnd(node, at + 1)
        return range.getBoundingClientRect()
      })
      if (a && b && a.width > 0 && Math.abs(a.top - b.top) < 2 && b.left < a.left)
        found.push(`“${text.slice(0, 40)}” in ${element.parentElement?.outerHTML.slice(0, 300)}`)
    }
    return found
  })
}
