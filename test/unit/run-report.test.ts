/** The report of a run as one HTML file. */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { resultRow } from '../../src/data/results.ts'
import { credibility } from '../../src/engine/statistics/chains.ts'
import type { ReportFacts } from '../../src/ui/report/facts.ts'
import { reportHtml } from '../../src/ui/report/report.tsx'
import { answered, failed, someRun } from './records.ts'

const hostile = `<script>alert(1)</script><img src="https://evil.test/x.png" onerror='alert(2)'>"'&`

function sample(task: string, modality = 'CT') {
  return {
    id: `${task} ${modality}`,
    task,
    modality,
    parts: 'Chest',
    dataset: 'd',
    question: hostile,
    option_A: hostile,
    option_B: 'b',
    gt_answer: 'b',
  }
}

function factsOf(change: Partial<ReportFacts> = {}, task = 'Disease Diagnosis'): ReportFacts {
  const onImage = (record: ReturnType<typeof answered>, image: string) => ({
    ...record,
    sample: { ...record.sample, image, fields: { ...record.sample.fields, image_path: image } },
  })
  const records = [
    onImage(answered(0, sample(task), { correct: true }), 'a.png'),
    onImage(answered(1, sample('Organ Recognition'), { correct: false }), 'a.png'),
    onImage(answered(2, sample(task, 'MRI'), { correct: true }), 'b.png'),
    onImage(answered(3, sample('Organ Recognition', 'MRI'), { correct: true }), 'b.png'),
  ]
  const failure = failed(4, sample(task))
  const rows = [...records, failure].map(resultRow)
  return {
    run: { ...someRun, total: 5 },
    rows,
    credibility: credibility(rows),
    levels: { high: null, ignore: null, low: null },
    failures: [failure],
    load: { skipped: [], findings: [], badFiles: [] },
    ...change,
  }
}

const styles = ['tokens', 'tables', 'figures', 'cube', 'plots', 'shortcuts']
  .map(name => readFileSync(`src/ui/styles/${name}.css`, 'utf8'))
  .concat(readFileSync('src/ui/report/report.css', 'utf8'))
  .join('\n')

test('hostile text stays text: no script, no element and no attribute of its own', () => {
  const run = {
    ...someRun,
    name: hostile,
    model: { ...someRun.model, name: hostile },
    dataset: { ...someRun.dataset, name: hostile },
    environment: { ...someRun.environment, userAgent: hostile, adapter: hostile },
  }
  const html = reportHtml(factsOf({ run }, hostile), styles)
  expect(html).toContain('&lt;script&gt;alert(1)')
  expect(html).not.toMatch(/<(script|img|iframe|object|embed|base|form)\b/i)
  expect(html).not.toMatch(/<[^>]*\son\w+=["']?alert/i)
  expect(html.match(/<title>[^<]*<\/title><style>/g)).toHaveLength(1)
})

test('nothing is loaded: links are the only addresses', () => {
  const html = reportHtml(factsOf(), styles)
  expect(html).toMatch(/^<!doctype html>\n<html lang="en"/)
  expect(html).toContain('default-src &#x27;none&#x27;')
  expect(html).not.toMatch(/\s(src|srcset|data|poster|xlink:href)=|<link\b|@import|url\(/i)
  const addresses = html.match(/https?:\/\/[^"<\s]+/g) ?? []
  const linked = [...html.matchAll(/<a href="([^"]+)"/g)].map(([, address]) => address)
  expect(new Set(addresses)).toEqual(new Set(linked))
  expect(linked).toContain('https://arxiv.org/abs/2604.13756')
})

test('the figures are those of the rows', () => {
  const html = reportHtml(factsOf(), '')
  expect(html).toContain('75.0%')
  expect(html).toContain('3 of 4 answers right; guessing gives 50.0%')
  expect(html).toContain('2 links of a diagnosis with a perception of the same image, on 2 images.')
  expect(html).toContain('1 question failed')
  expect(html).toContain('It is empty.')
  for (const part of ['Wilson’s 95% score interval', 'clustered by image', 'Decoding stops early'])
    expect(html).toContain(part)
})

test('an extra pass, own levels and choices are said', () => {
  const html = reportHtml(
    factsOf({
      run: {
        ...someRun,
        probe: { kind: 'blank-image' },
        settings: { ...someRun.settings, scoring: 'choices', limit: 12 },
      },
      levels: { high: ['Organ Recognition'], ignore: [], low: null },
    }),
    '',
  )
  expect(html).toContain('Blank image')
  expect(html).toContain('not the official defaults')
  expect(html).toContain('--high-level HIGH_LEVEL_TASKS.txt')
  expect(html).toContain('not the official scoring')
  expect(html).not.toContain('run -s evaluate')
})

test('the command has every setting', () => {
  expect(reportHtml(factsOf(), '')).toContain(
    [
      'npm run -s evaluate --',
      '--dataset DATASET_FOLDER',
      '--model demo',
      '--out OUT',
      '--device wasm',
      '--dtype q4',
      '--scoring generate',
      '--chat-template own',
      '--max-new-tokens 8',
      '--timeout 60',
    ].join(' \\\n  '),
  )
})

test('a run without an answer has a report too', () => {
  const html = reportHtml(factsOf({ rows: [], credibility: credibility([]), failures: [] }), '')
  expect(html).toContain('Nothing answered yet')
  expect(html).toContain('5 questions not asked')
})
