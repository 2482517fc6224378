/** Questions apart from a run, to the model that the run has: without progress, and without stored features. */
import { VoxelwiseError } from '../../engine/base/errors.ts'
import type { PreparedImage } from '../../engine/families/family.ts'
import { cardFile } from '../../engine/model/agreement.ts'
import { cardReference } from '../../engine/model/device-test.ts'
import { Perturbation } from '../../engine/probes/perturbation.ts'
import { deviceHere } from '../../engine/protocol/device.ts'
import { findProtocol } from '../../engine/protocol/protocols/registry.ts'
import type { RunRecord } from '../../engine/protocol/record.ts'
import { listImages } from '../../engine/protocol/sample.ts'
import { plainTurn } from '../../engine/protocol/turns.ts'
import { askAll } from '../../engine/runtime/ask.ts'
import {
  deviceNumbers,
  type TestPrompt,
  testPicture,
  testPrompts,
  testSpellings,
} from '../../engine/runtime/device-numbers.ts'
import { readFields } from '../../engine/runtime/model-folder.ts'
import type { RunFolders } from '../contracts/folders.ts'
import type { AgainTask, DeviceTestTask, PrepareWorker, TestedDevice } from '../contracts/run.ts'
import { type Remote, transfer } from '../shared/comlink.ts'
import { type KeptModel, loadFor } from './kept-model.ts'
import { remoteModelFolder } from './model-folder.ts'
import { OpenGroups } from './open-groups.ts'

/** Asks one question as the run does, on the device that the run names here. */
export async function askQuestionAgain(
  model: KeptModel,
  { run, index }: AgainTask,
  data: Remote<RunFolders>,
  prepare: Remote<PrepareWorker>,
): Promise<RunRecord> {
  const askedGroups = await data.asked(run)
  const others = { has: (other: number) => other !== index }
  const groups = new OpenGroups(askedGroups, others, indices => data.takeSamples(indices))
  const conversation = { images: askedGroups.maxImages, hasExamples: askedGroups.hasExamples }
  const vlm = await loadFor(run, model, data, prepare, { conversation })
  const answered: RunRecord[] = []
  await askAll(vlm, {
    run,
    samples: groups.samples,
    groups: groups.drawn(() => true),
    perturbation: new Perturbation(undefined, [], findProtocol(run.settings.protocol)),
    lookAhead: 0,
    prepare: (images, questions, opening) => prepare.prepare(images, questions, opening),
    features: { cache: null, keep: () => {} },
    store: async records => void answered.push(...records),
    emit: () => {},
    mayGoOn: async () => true,
  })
  const [record] = answered
  if (!record) throw new Error(`The run does not ask sample ${index}.`)
  return record
}

/** Samples among which two images are looked for. */
const firstSamples = 64

/** Computes the test prompts: on two images of the data set, or on the pictures that PyTorch's outputs are for. */
export async function testDevice(
  model: KeptModel,
  { run, usesCard }: DeviceTestTask,
  data: Remote<RunFolders>,
  prepare: Remote<PrepareWorker>,
): Promise<TestedDevice> {
  const vlm = await loadFor(run, model, data, prepare)
  const { dtype } = deviceHere(run.settings)
  const card = usesCard
    ? cardReference(await readFields(await remoteModelFolder(data), cardFile), dtype)
    : null
  const images: PreparedImage[] = []
  const prompts: TestPrompt[] = []
  const ask = (text: string, image: number | null): void => {
    const shown = image === null ? [] : images.slice(image, image + 1)
    const ids = vlm.promptEncoder.ids(
      plainTurn(text, shown.length),
      shown.map(({ tokens }) => tokens),
    )
    prompts.push({ ids, image })
  }
  if (card) {
    const pictures = card.prompts.some(({ picture }) => picture !== null) ? [0, 1] : []
    for (const number of pictures) images.push(vlm.family.prepareImage(testPicture(number), vlm.configs, 1))
    for (const { text, picture } of card.prompts) ask(text, picture)
  } else {
    if (vlm.family.sessions.includes('vision_encoder')) images.push(...(await twoImages(run, data, prepare)))
    const [first, second] = testPrompts
    if (images.length === 0) for (const text of testPrompts) ask(text, null)
    else for (const [image] of images.entries()) ask(first, image)
    if (images.length > 0) ask(second, 0)
  }
  const spellings = card
    ? new Map(card.tokens.map((token, i) => [`option ${i}`, [token]] as const))
    : testSpellings(vlm, prompts[0]?.ids ?? [])
  const numbers = await deviceNumbers(vlm, images, prompts, spellings)
  return transfer(
    { numbers, card },
    numbers.features.map(({ buffer }) => buffer),
  )
}

/** The first two that can be prepared; fewer where the data set has fewer. */
async function twoImages(
  run: DeviceTestTask['run'],
  data: Remote<RunFolders>,
  prepare: Remote<PrepareWorker>,
): Promise<readonly PreparedImage[]> {
  const { samples } = await data.asked({ ...run, settings: { ...run.settings, limit: null } })
  const candidates = await data.takeSamples(samples.slice(0, firstSamples))
  const images: PreparedImage[] = []
  for (const path of new Set(candidates.flatMap(listImages))) {
    if (images.length === 2) break
    try {
      const group = await prepare.prepare([path], [], null)
      images.push(...group.images.map(({ image }) => image))
    } catch (error) {
      // The run reports an image that cannot be read.
      if (!(error instanceof VoxelwiseError)) throw error
    }
  }
  return images
}
