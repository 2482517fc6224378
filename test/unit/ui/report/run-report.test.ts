/** The report of a run as one HTML file. */

import { expect, test } from 'vitest'
import { credibility } from '../../../../src/engine/analysis/chains.ts'
import { corruptedImage, optionOrders } from '../../../../src/engine/probes/passes.ts'
import { medrcubeRow, someRun } from '../../support/records.ts'
import { reportedPasses, reportFacts, scoredRecords } from '../../support/report-facts.ts'
import { findAddresses, findLinks, hostile, reportHtml, reportStyles } from '../../support/reports.ts'
import { blankImage, swappedImage } from '../../support/some-probes.ts'

test('hostile text stays text: no script, no element and no attribute of its own', () => {
  const run = {
    ...someRun,
    name: hostile,
    model: { ...someRun.model, name: hostile },
    dataset: { ...someRun.dataset, name: hostile },
    environment: { ...someRun.environment, userAgent: hostile, adapter: hostile },
  }
  const html = reportHtml(reportFacts({ run }, hostile), reportStyles)
  expect(html).toContain('&lt;script&gt;alert(1)')
  expect(html).not.toMatch(/<(script|img|iframe|object|embed|base|form)\b/i)
  expect(html).not.toMatch(/<[^>]*\son\w+=["']?alert/i)
  expect(html.match(/<title>[^<]*<\/title><style>/g)).toHaveLength(1)
})

test('nothing is loaded: links are the only addresses', () => {
  const html = reportHtml(reportFacts(), reportStyles)
  expect(html).toMatch(/^<!doctype html>\n<html lang="en"/)
  expect(html).toContain('default-src &#x27;none&#x27;')
  expect(html).not.toMatch(/\s(src|srcset|data|poster|xlink:href)=|<link\b|@import|url\(/i)
  expect(findAddresses(html)).toEqual(findLinks(html))
  expect(findLinks(html)).toContain('https://arxiv.org/abs/2604.13756')
})

test('the figures are those of the rows', () => {
  const html = reportHtml(reportFacts(), '')
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
  const { overall } = reportFacts().overview
  const finding = { kind: 'overall', isShown: true, overall, selection: null } as const
  const html = reportHtml(reportFacts({ findings: [finding] }), '')
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
  const facts = reportFacts()
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

test('probes have their figures if there are any', () => {
  expect(reportHtml(reportFacts(), '')).not.toContain('<h2 id="probes">')
  const rows = scoredRecords.map(medrcubeRow)
  const probes = [...optionOrders.slice(0, 1), blankImage, swappedImage, corruptedImage('noise', 2)]
  const html = reportHtml(
    reportFacts({ rows, credibility: credibility(rows, {}, {}), probes: reportedPasses(probes) }),
    '',
  )
  for (const chart of [
    'Links from perception to diagnosis',
    'Consistency of answers across option orders',
    'Accuracy with and without the image by task',
    'The same for every diagnosis voxel',
    'Accuracy of every voxel on a blank image',
    'Accuracy of every voxel on a wrong image',
  ])
    expect(html).toMatch(new RegExp(`<svg class="plot" role="img" aria-label="${chart}`))
  // Too few links to draw: their figures are in the tables.
  for (const table of ['Shortcut_Prob by task of the diagnosis', 'Rationality by region of the diagnosis'])
    expect(html).toContain(`<caption>${table}`)
  expect(html).toContain('--probes option-order,blank-image,wrong-image,noise:2')
  expect(html).not.toMatch(/<button|<details|href="#\//)
})

test('an extra pass, own levels and choices are named', () => {
  const html = reportHtml(
    reportFacts({
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
  expect(reportHtml(reportFacts(), '')).toContain(
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
  const html = reportHtml(reportFacts({ rows: [], credibility: credibility([], {}, {}), failures: [] }), '')
  expect(html).toContain('Nothing answered yet')
  expect(html).toContain('5 questions not asked')
})
