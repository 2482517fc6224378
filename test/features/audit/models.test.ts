/** Whole audits of models that are known: every probe shows its samples to a stub, and the verdicts follow. */

import type { Pixels } from '@voxelwise/pixels'
import { get, type JsonObject, str } from '@voxelwise/python'
import { expect, test } from 'vitest'
import { changedPixels } from '../../../src/engine/probes/changed-pixels.ts'
import { passAnswer } from '../../../src/engine/probes/pass.ts'
import { Perturbation } from '../../../src/engine/probes/perturbation.ts'
import type { Box, Probe } from '../../../src/engine/protocol/probe.ts'
import { medrcube } from '../../../src/engine/protocol/protocols/medrcube.ts'
import type { AnsweredRecord } from '../../../src/engine/protocol/record.ts'
import { listImages, type Sample } from '../../../src/engine/protocol/sample.ts'
import { type Audit, auditRun } from '../../../src/features/audit/engine/audit.ts'
import { auditProbes } from '../../../src/features/audit/engine/plan.ts'
import { auditSentence } from '../../../src/features/audit/text/audit-words.ts'
import { Random } from '../../unit/support/random.ts'
import { medrcubeRow } from '../../unit/support/records.ts'
import { swappedImage } from '../../unit/support/some-probes.ts'

const organs = ['Left kidney', 'Right kidney', 'Liver', 'Spleen']

/** What an image shows is in its name: one question on each of 240 images a modality. */
const samples: readonly Sample[] = Array.from({ length: 480 }, (_, index) => {
  const organ = organs[index % 4] ?? ''
  const image = `d/${index} ${organ}.png`
  const options = Object.fromEntries(organs.map((one, i) => [`option_${'ABCD'[i]}`, one]))
  const labels = { task: 'Organ Recognition', modality: index < 240 ? 'CT' : 'MRI', parts: 'Abdomen' }
  const fields = {
    id: `s${index}`,
    question: 'Which organ is shown?',
    ...labels,
    ...options,
    gt_answer: organ,
    image_path: image,
  }
  return { index, fields, image, file: 'd/test.json' }
})

interface Seen {
  readonly fields: JsonObject
  /** What is in the image, as it is drawn; null without one. */
  readonly organ: string | null
  /** The path of the image that is shown; null without one. */
  readonly path: string | null
}
type Model = (seen: Seen, id: string) => string

const optionWith = (fields: JsonObject, organ: string): string =>
  medrcube.listOptions(fields).find(({ value }) => value === organ)?.letter ?? 'A'

const sighted: Model = ({ fields, organ }) => (organ === null ? 'A' : optionWith(fields, organ))
/** Its features are constant: only the words are left, which give half of the answers away. */
const blind: Model = (_, id) => {
  const number = Number(id.slice(1))
  return number % 2 === 0 ? ('ABCD'[number % 4] ?? 'A') : 'A'
}

function makeRecords(model: Model, probe: Probe | undefined): readonly AnsweredRecord[] {
  const perturbation = new Perturbation(probe, samples, medrcube)
  return samples
    .filter(sample => perturbation.asks(sample))
    .map(sample => {
      const fields = perturbation.fields(sample)
      const [shown] = perturbation.images(listImages(sample), sample.index)
      const drawn = /\d+ (.*)\.png$/.exec(shown?.path ?? '')?.[1] ?? null
      const organ =
        shown?.change?.kind === 'blank-image'
          ? null
          : shown?.change?.kind === 'flip'
            ? mirrored(drawn)
            : drawn
      const response = model({ fields, organ, path: shown?.path ?? null }, str(get(sample.fields, 'id')))
      const swappedRight = perturbation.swappedRight(sample)
      return {
        ...{
          run: 'r',
          sample,
          prompt: '',
          status: 'answered',
          response,
          ...medrcube.judge(response, fields),
        },
        rightAnswer: medrcube.rightAnswer(fields),
        ...(shown && shown.path !== sample.image && { shownImage: shown.path }),
        ...(swappedRight !== undefined && { swappedRight }),
      }
    })
}

const mirrored = (organ: string | null): string | null =>
  organ?.replace(/Left|Right/, side => (side === 'Left' ? 'Right' : 'Left')) ?? null

function auditedModel(model: Model, probes: readonly Probe[] = auditProbes): Audit {
  const passes = probes.map(probe => ({
    run: probe.kind,
    probe,
    answers: makeRecords(model, probe).map(record => passAnswer(record, probe, null)),
  }))
  const audit = auditRun(makeRecords(model, undefined), passes, medrcube, medrcubeRow)
  if (!audit) throw new Error('There is no audit.')
  return audit
}

const figure = (audit: Audit, metric: string) => audit.overall.figures.find(one => one.metric === metric)

test('a model made blind ignores the image in every voxel', () => {
  const audit = auditedModel(blind)
  expect(audit.voxels.map(({ verdict }) => verdict)).toEqual(['ignores', 'ignores'])
  expect(audit.overall.verdict).toBe('ignores')
  for (const metric of ['image-sensitivity', 'blank-change', 'ofr', 'ssp', 'text-only-gap'])
    expect(figure(audit, metric)?.value).toBe(0)
})

test('a model that sees uses the image in every voxel; answers follow the image that is shown', () => {
  const audit = auditedModel(sighted)
  expect(audit.voxels.map(({ verdict }) => verdict)).toEqual(['uses', 'uses'])
  for (const metric of ['uar', 'ofr', 'ssp', 'swapped-accuracy', 'stability'])
    expect(figure(audit, metric)?.value, metric).toBe(1)
})

test('a model that sees and whose answers flip at random uses the image and is unstable: both are named', () => {
  const random = new Random(3)
  const restless: Model = (seen, id) =>
    random.below(10) < 3 ? ('ABCD'[random.below(4)] ?? 'A') : sighted(seen, id)
  const audit = auditedModel(restless)
  expect(audit.voxels.map(({ verdict, isUnstable }) => [verdict, isUnstable])).toEqual([
    ['uses', true],
    ['uses', true],
  ])
  expect(auditSentence(audit)).toBe(
    'All questions together: uses the image, and is unstable. Of 2 voxels, 2 use the image. 2 of those with another verdict are unstable too.',
  )
})

test('a blind model behind a server that changes a tenth of its answers by itself ignores the image', () => {
  const random = new Random(11)
  const noisy: Model = (seen, id) =>
    random.below(10) === 0 ? ('ABCD'[random.below(4)] ?? 'A') : blind(seen, id)
  const probes: readonly Probe[] = [{ kind: 'unchanged' }, { kind: 'blank-image' }, swappedImage]
  const audit = auditedModel(noisy, probes)
  expect(figure(audit, 'wrong-image-change')?.value).toBeGreaterThan(0.1)
  expect(audit.overall).toMatchObject({ verdict: 'ignores', isUnstable: true })
  // Without the server's own changes nothing is known.
  expect(auditedModel(noisy, probes.slice(1)).overall.verdict).toBe('unknown')
})

test('use of 3% is called a little, however many questions show it', () => {
  const rarely: Model = (seen, id) => (Number(id.slice(1)) % 33 < 2 ? sighted(seen, id) : blind(seen, id))
  const audit = auditedModel(rarely, [swappedImage, { kind: 'blank-image' }])
  expect(figure(audit, 'wrong-image-gap')?.low).toBeGreaterThan(0)
  expect(figure(audit, 'wrong-image-gap')?.low).toBeLessThan(0.05)
  expect(audit.overall.verdict).toBe('uses-a-little')
})

test('a model right on three of four images: its own accuracy lies in the interval of the swapped accuracy', () => {
  // It misreads the same images, whatever is asked about them.
  const random = new Random(7)
  const misread = new Set(samples.flatMap(({ image }) => (random.below(4) === 0 ? [image] : [])))
  const nearsighted: Model = ({ fields, organ, path }) => {
    const read = misread.has(path) ? organs[(organs.indexOf(organ ?? '') + 1) % 4] : organ
    return optionWith(fields, read ?? '')
  }
  const audit = auditedModel(nearsighted)
  const own = makeRecords(nearsighted, undefined)
  const accuracy = own.filter(({ correct }) => correct).length / own.length
  expect(accuracy).toBeGreaterThan(0.7)
  expect(accuracy).toBeLessThan(0.8)
  const followed = figure(audit, 'swapped-accuracy')
  expect(followed?.low).toBeLessThan(accuracy)
  expect(followed?.high).toBeGreaterThan(accuracy)
  // On an image of the same answer a right answer is kept as often as that image is read.
  const kept = figure(audit, 'uar')
  expect(kept?.low).toBeLessThan(accuracy)
  expect(kept?.high).toBeGreaterThan(accuracy)
})

test('mirrored: a model that reads sides stays right, one that does not turns wrong', () => {
  const flip: Probe = { kind: 'flip' }
  const seesSides = makeRecords(sighted, flip)
  // Every question has options with sides.
  expect(seesSides).toHaveLength(samples.length)
  expect(seesSides.every(({ correct }) => correct)).toBe(true)
  const unmirrored: Model = ({ fields, organ }) => optionWith(fields, mirrored(organ) ?? '')
  const wrong = makeRecords(unmirrored, flip).filter(({ correct }) => !correct)
  expect(wrong.map(({ sample }) => str(get(sample.fields, 'gt_answer')))).toEqual(
    wrong.map(() => expect.stringMatching(/kidney/)),
  )
  expect(wrong).toHaveLength(240)
})

/** A lesion, bright where it is, and a marker burned into the corner of the same images; every other image has neither. */
const lesion = [12, 30, 16, 14] as const
const marker = [60, 2, 3, 3] as const

function drawn(hasLesion: boolean): Pixels {
  const data = new Uint8Array(64 * 64).fill(90)
  for (const [x, y, wide, high] of hasLesion ? [lesion, marker] : [])
    for (let row = y; row < y + high; row++) data.fill(250, row * 64 + x, row * 64 + x + wide)
  return { width: 64, height: 64, channels: 1, data }
}

/** Whether most of a box is bright. */
const isBright = ({ data }: Pixels, [x, y, wide, high]: Box): boolean => {
  let sum = 0
  for (let row = y; row < y + high; row++)
    for (let column = x; column < x + wide; column++) sum += data[row * 64 + column] ?? 0
  return sum / (wide * high) > 170
}

function regionAudit(looksAt: Box): Audit {
  const scans = Array.from({ length: 200 }, (_, index): Sample => {
    const answer = index % 2 === 0 ? 'Yes' : 'No'
    const labels = { task: 'Abnormity Diagnosis', modality: 'X-ray', parts: 'Chest' }
    const fields = {
      id: `s${index}`,
      question: 'Is there a lesion?',
      ...labels,
      option_A: 'Yes',
      option_B: 'No',
    }
    return {
      ...{ index, image: `d/${index}.png`, file: 'd/test.json' },
      fields: { ...fields, gt_answer: answer, box: lesion },
    }
  })
  const answersTo = (probe: Probe | undefined): readonly AnsweredRecord[] => {
    const perturbation = new Perturbation(probe, scans, medrcube)
    return scans.map(sample => {
      const [shown] = perturbation.images(listImages(sample), sample.index)
      const own = drawn(sample.index % 2 === 0)
      const seen = shown?.change ? changedPixels(own, shown.path, shown.change) : own
      const response = isBright(seen, looksAt) ? 'A' : 'B'
      const verdict = medrcube.judge(response, sample.fields)
      const rightAnswer = medrcube.rightAnswer(sample.fields)
      return { run: 'r', sample, prompt: '', status: 'answered', response, ...verdict, rightAnswer }
    })
  }
  const probes = [{ kind: 'region' }, { kind: 'elsewhere' }] as const
  const passes = probes.map(probe => ({
    run: probe.kind,
    probe,
    answers: answersTo(probe).map(record => passAnswer(record, probe, null)),
  }))
  const audit = auditRun(answersTo(undefined), passes, medrcube, medrcubeRow)
  if (!audit) throw new Error('There is no audit.')
  return audit
}

test('a model that reads only a burned-in marker is found by region against elsewhere; one that reads the lesion is not', () => {
  const [cheat, honest] = [regionAudit(marker), regionAudit(lesion)]
  for (const audit of [cheat, honest]) expect(audit.overall.accuracy.share).toBe(1)
  expect(figure(honest, 'cgr')).toMatchObject({ numerator: 100, denominator: 100 })
  expect(figure(honest, 'gsp')?.value).toBe(1)
  expect(figure(honest, 'ims')?.value).toBe(1)
  expect(honest.overall).toMatchObject({ verdict: 'uses', by: ['gsp', 'ims'] })
  // All of its answers are right, and none depends on the lesion.
  expect(figure(cheat, 'cgr')).toMatchObject({ numerator: 0, denominator: 100 })
  expect(figure(cheat, 'cgr')?.high).toBeLessThan(0.05)
  expect(figure(cheat, 'gsp')?.value).toBe(0)
  expect(cheat.overall.verdict).not.toBe('uses')
})
