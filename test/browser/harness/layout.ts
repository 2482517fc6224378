import type { Page } from 'playwright-core'

/**
 * What does not fit on the page as it stands: a page wider than its window, text cut off by its own box or broken letter by
 * letter, text that lies over other text, controls and drawn intervals that lie over each other, empty lists, texts of a
 * chart that touch, and signs of its key that stand on a text. Rows of long lists may be cut: what is cut there is whole in
 * the detail.
 */
export function layoutProblems(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const found: string[] = []
    const wide = document.documentElement.scrollWidth - window.innerWidth
    if (wide > 0) found.push(`the page is ${wide} px wider than its window`)

    const isShown = (element: Element) =>
      element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
      !element.closest('.visually-hidden, .virtual-row, .skip, .readout, .pointed')
    const named = (element: Element) =>
      `“${element.textContent?.trim().slice(0, 40)}” (${element.getAttribute('class')})`

    /** Whether a box is scrolled out of the panel that it stands in. */
    const isScrolledOut = (element: Element, { top, bottom }: DOMRect): boolean => {
      for (let up = element.parentElement; up && up !== document.body; up = up.parentElement) {
        if (!/auto|scroll/.test(getComputedStyle(up).overflowY)) continue
        const panel = up.getBoundingClientRect()
        if (bottom > panel.bottom || top < panel.top) return true
      }
      return false
    }

    const boxes: { readonly box: DOMRect; readonly element: Element }[] = []
    // What a dialog lies over cannot be reached.
    const top = document.querySelector('dialog[open]') ?? document.body
    const walker = document.createTreeWalker(top, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const element = node.parentElement
      if (!element || !node.nodeValue?.trim() || element.closest('option, title') || !isShown(element))
        continue
      const { overflowX } = getComputedStyle(element)
      if (overflowX !== 'visible' && overflowX !== 'auto' && element.scrollWidth > element.clientWidth + 1)
        found.push(`cut off: ${named(element)}`)
      const range = document.createRange()
      range.selectNodeContents(node)
      const lines = [...range.getClientRects()].filter(({ width, height }) => width > 1 && height > 1)
      if (lines.length > 3 && node.nodeValue.trim().length < 3 * lines.length)
        found.push(`broken letter by letter: ${named(element)}`)
      for (const box of lines) if (!isScrolledOut(element, box)) boxes.push({ box, element })
    }
    const drawn = [...top.querySelectorAll('button, select, input, .whisker')].filter(
      one =>
        isShown(one) &&
        !one.closest('.viewer, .region-frame') &&
        !isScrolledOut(one, one.getBoundingClientRect()),
    )
    for (const [at, one] of drawn.entries()) {
      const box = one.getBoundingClientRect()
      for (const other of drawn.slice(at + 1)) {
        const next = other.getBoundingClientRect()
        const across = Math.min(box.right, next.right) - Math.max(box.left, next.left)
        if (across > 2 && Math.min(box.bottom, next.bottom) - Math.max(box.top, next.top) > 2)
          found.push(`${named(one)} and ${named(other)} lie over each other`)
      }
    }
    for (const list of top.querySelectorAll('[role=listbox]'))
      if (isShown(list) && !list.querySelector('[role=option]'))
        found.push(`an empty list: ${list.getAttribute('aria-label')}`)
    boxes.sort((a, b) => a.box.top - b.box.top)
    for (const [at, { box, element }] of boxes.entries()) {
      for (let next = at + 1; next < boxes.length; next++) {
        const other = boxes[next]
        if (!other || other.box.top > box.bottom) break
        // Lines stand close: only what a reader would see as one over the other counts.
        const across = Math.min(box.right, other.box.right) - Math.max(box.left, other.box.left)
        const down = Math.min(box.bottom, other.box.bottom) - other.box.top
        const isSame =
          element === other.element || element.contains(other.element) || other.element.contains(element)
        // In a chart texts stand beside each other without a word space: closer than this they read as one.
        const isInChart = element.closest('svg') !== null && !element.matches('.matrix-label')
        if (!isSame && across > (isInChart ? -2 : 2) && down > 0.4 * Math.min(box.height, other.box.height))
          found.push(`${named(element)} lies over ${named(other.element)}`)
      }
    }
    for (const key of document.querySelectorAll('.chart-key')) {
      const texts = [...key.querySelectorAll('.plot-key')].map(text => ({
        text,
        box: text.getBoundingClientRect(),
      }))
      for (const shape of key.querySelectorAll('path, rect, circle')) {
        const { left, right, top, bottom } = shape.getBoundingClientRect()
        for (const { text, box } of texts)
          if (left < box.right && right > box.left && top < box.bottom && bottom > box.top)
            found.push(`a sign stands on ${named(text)}`)
      }
    }
    return found
  })
}
