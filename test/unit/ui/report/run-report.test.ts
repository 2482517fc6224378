/** The report of a run as one HTML file. */

import { expect, test } from 'vitest'
import type { ReportFacts } from '../../../../src/app/controller/report-facts.ts'
import { imageFindingsOf } from '../../../../src/data/export/image-findings.ts'
import { credibility } from '../../../../src/engine/analysis/chains.ts'
import { forecastOf } from '../../../../src/engine/analysis/option-forecast.ts'
import { runOverview } from '../../../../src/engine/analysis/run-overview.ts'
import { probeKey } from '../../../../src/engine/probes/kind-of.ts'
import { corruptedImage, optionOrders } from '../../../../src/engine/probes/passes.ts'
import { probeReport } from '../../../../src/engine/probes/report.ts'
import { medrcube } from '../../../../src/engine/protocol/protocols/medrcube.ts'
import { axes } from '../../../../src/engine/protocol/sample.ts'
import { confidenceReport } from '../../../features/confidence/whole-report.ts'
import { answered, failed, nothingDerived, rowOf, someRun } from '../../support/records.ts'
import { addressesOf, hostile, linksOf, reportHtml, reportStyles } from '../../support/reports.ts'
import { blankImage, swappedImage } from '../../support/some-probes.ts'

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
  const rows = change.rows ?? [...records, failure].map(rowOf)
  const counts = { ...someRun.dataset.counts, total: 5, loaded: 5 }
  const run = change.run ?? { ...someRun, total: 5, dataset: { ...someRun.dataset, counts } }
  return {
    run,
    rows,
    added: new Map(),
    subgroups: [],
    overview: runOverview(rows, { ...nothingDerived, run }),
    credibility: credibility(rows, {}, {}),
    findings: [],
    levels: { high: null, ignore: null, low: null },
    failures: [failure],
    load: { skipped: [], findings: [], badFiles: [] },
    probes: null,
    judged: null,
    ...change,
  }
}

test('hostile text stays text: no script, no element and no attribute of its own', () => {
  const run = {
    ...someRun,
    name: hostile,
    model: { ...someRun.model, name: hostile },
    dataset: { ...someRun.dataset, name: hostile },
    environment: { ...someRun.environment, userAgent: hostile, adapter: hostile },
  }
  const html = reportHtml(factsOf({ run }, hostile), reportStyles)
  expect(html).toContain('&lt;script&gt;alert(1)')
  expect(html).not.toMatch(/<(script|img|iframe|object|embed|base|form)\b/i)
  expect(html).not.toMatch(/<[^>]*\son\w+=["']?alert/i)
  expect(html.match(/<title>[^<]*<\/title><style>/g)).toHaveLength(1)
})

test('nothing is loaded: links are the only addresses', () => {
  const html = reportHtml(factsOf(), reportStyles)
  expect(html).toMatch(/^<!doctype html>\n<html lang="en"/)
  expect(html).toContain('default-src &#x27;none&#x27;')
  expect(html).not.toMatch(/\s(src|srcset|data|poster|xlink:href)=|<link\b|@import|url\(/i)
  expect(addressesOf(html)).toEqual(linksOf(html))
  expect(linksOf(html)).toContain('https://arxiv.org/abs/2604.13756')
})

test('the figures are those of the rows', () => {
  const html = reportHtml(factsOf(), '')
  expect(html).toContain('75.0%')
  expect(html).toContain('3 of 4 answers right; guessing 50.0%')
  expect(html).toContain('This run has 2 links on 2 images.')
  expect(html).toContain('1 question failed')
  expect(html).toContain('It is empty.')
  for (const part of [
    '95% Korn–Graubard intervals for images drawn at random',
    '4 questions on 2 images, design effect',
    'clustered by image',
    'Decoding stops early',
  ])
    expect(html).toContain(part)
})

test('page one has the figure, the map, the findings, settings and citation; then contents and appendix', () => {
  const { overall } = factsOf().overview
  const finding = { kind: 'overall', isShown: true, overall, selection: null } as const
  const html = reportHtml(factsOf({ findings: [finding] }), '')
  const [head = '', appendix = ''] = html.split('<nav aria-labelledby="contents">')
  const first = head.slice(head.indexOf('<div class="first-page">'))
  for (const part of [
    '75.0%',
    'Accuracy of every voxel',
    '<h2>Findings</h2>',
    'Protocol medrcube',
    'arXiv:2604.13756',
  ])
    expect(first).toContain(part)
  const entries = [...appendix.matchAll(/<li><a href="#([^"]+)">/g)].map(([, id]) => id)
  expect(entries).toEqual([...appendix.matchAll(/<h2 id="([^"]+)">/g)].map(([, id]) => id).slice(1))
  expect(entries.slice(0, 2)).toEqual(['accuracy', 'cube'])
  // The map is drawn once, for pages and for telephones.
  expect(html.match(/aria-label="Accuracy of every voxel, task by modality in each region"/g)).toHaveLength(2)
})

test('every figure and chart of an unfinished run is an estimate; prior knowledge is shown with its effect', () => {
  const facts = factsOf()
  const part = {
    asked: 5,
    of: 60,
    isSelection: false,
    basis: 'drawn',
    gain: { of: 'run', halfWidth: 0.031, unaided: 0.04 },
  } as const
  const html = reportHtml({ ...facts, overview: { ...facts.overview, part } }, '')
  expect(html).toContain('<strong>Estimate from 5 of 60 questions.</strong>')
  expect(html).toContain('Interval: ±3.1 points with the earlier run’s answers, ±4.0 without.')
  expect(html).toContain('5 of 60 questions were asked')
  const charts = html.match(/<svg class="plot" role="img".*?<\/svg>/g) ?? []
  expect(charts.length).toBeGreaterThan(1)
  for (const chart of charts) expect(chart).toContain('An estimate from 5 of 60 questions')
  expect(reportHtml(facts, '')).not.toContain('An estimate')
})

test('confidence and probes have their figures if there are any', () => {
  const plain = reportHtml(factsOf(), '')
  for (const heading of ['<h2 id="confidence">', '<h2 id="probes">']) expect(plain).not.toContain(heading)

  const records = [0, 1, 2, 3].map(index => {
    const fields = { ...sample(index % 2 === 0 ? 'Disease Diagnosis' : 'Organ Recognition'), id: `${index}` }
    const image = `${index >> 1}.png`
    const choices = [
      { letter: 'A', logprob: Math.log(0.3) },
      { letter: 'B', logprob: Math.log(0.7) },
    ] as const
    const score = {
      text: 'B',
      tokens: { prompt: 9, image: 4, reused: 0, generated: 0 },
      stop: 'choices',
      choices,
      timings: { encode: 1, prefix: 1, prefill: 1, decode: 1 },
    } as const
    const record = answered(index, fields, { rightAnswer: 'B', parsed: 'B', correct: index !== 1, score })
    return { ...record, sample: { ...record.sample, image } }
  })
  const rows = records.map(rowOf)
  const forecasts = records.map((record, i) => ({
    row: rows[i] as (typeof rows)[number],
    forecast: forecastOf(record),
  }))
  const answers = [0, 1, 2, 3].map(index => ({
    index,
    parsed: 'A',
    verdict: index === 0 ? ('correct' as const) : ('wrong' as const),
    shownImage: 'other.png',
  }))
  const probes = [...optionOrders.slice(0, 1), blankImage, swappedImage, corruptedImage('noise', 2)]
  const passes = probes.map(probe => ({ run: probeKey(probe), probe, answers }))
  const html = reportHtml(
    factsOf({
      rows,
      credibility: credibility(rows, {}, {}),
      added: new Map([
        ['confidence', Object.fromEntries(axes.map(axis => [axis, confidenceReport(forecasts, axis, {})]))],
      ]),
      probes: {
        ...probeReport(records, passes, medrcube, rowOf, {}),
        ...imageFindingsOf(records, passes, medrcube, rowOf, []),
      },
    }),
    '',
  )
  for (const chart of [
    'Links from perception to diagnosis',
    'Reliability diagram of all answers, n 4',
    'Accuracy of the most confident answers of all answers, n 4',
    'Consistency of answers across option orders',
    'Accuracy with and without the image by task',
    'The same for every diagnosis voxel',
    'Accuracy of every voxel on a blank image',
    'Accuracy of every voxel on a wrong image',
    'Change of accuracy on corrupted images',
  ])
    expect(html).toMatch(new RegExp(`<svg class="plot" role="img" aria-label="${chart}`))
  // Too few links to draw: their figures are in the tables.
  for (const table of ['Shortcut_Prob by task of the diagnosis', 'Rationality by region of the diagnosis'])
    expect(html).toContain(`<caption>${table}`)
  for (const part of ['ten bins of equal mass', 'Noise 2', 'arxiv.org/abs/1706.04599'])
    expect(html).toContain(part)
  expect(html).toContain('--probes option-order,blank-image,wrong-image,noise:2')
  expect(html).not.toMatch(/<button|<details|href="#\//)
})

test('an extra pass, own levels and choices are named', () => {
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
  expect(html).toContain('The command makes both')
  expect(html).toContain('--probes blank-image')
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
      '--order dataset',
      '--max-new-tokens 8',
      '--timeout 60',
    ].join(' \\\n  '),
  )
})

test('a run without an answer has a report too', () => {
  const html = reportHtml(factsOf({ rows: [], credibility: credibility([], {}, {}), failures: [] }), '')
  expect(html).toContain('Nothing answered yet')
  expect(html).toContain('5 questions not asked')
})
