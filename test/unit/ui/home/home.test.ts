import { readFileSync } from 'node:fs'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Intro } from '../../../../src/ui/home/home.tsx'

const withoutIndent = (html: string): string =>
  html.replace(/\s+/g, ' ').replace(/ ?(<\/?(?:h1|p)\b[^>]*>) ?/g, '$1')

test('index.html has the first lines of the set-up as the page draws them', () => {
  const drawn = renderToStaticMarkup(createElement(Intro))
  expect(withoutIndent(readFileSync('index.html', 'utf8'))).toContain(withoutIndent(drawn))
})
