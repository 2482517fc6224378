import { parsePolicy } from '@voxelwise/pixels'
import { type ImageSettings, imageInput, type KeptFeatures } from '../../data/images/image-input.ts'
import { seenPicture } from '../../data/images/picture.ts'
import { pictureForServer } from '../../data/seams.ts'
import { FeatureStore, featureName } from '../../data/store/features/feature-store.ts'
import { brought } from '../../engine/base/brought.ts'
import { VoxelwiseError } from '../../engine/base/errors.ts'
import { ownDetail } from '../../engine/base/image-detail.ts'
import { pagePart } from '../../engine/base/page-parts.ts'
import { sha256OfPieces } from '../../engine/base/sha256.ts'
import { withDetail } from '../../engine/families/detail.ts'
import { findFamily } from '../../engine/families/registry.ts'
import { type ColourRange, colourRange, seenPictures } from '../../engine/families/seen.ts'
import { checkSettings } from '../../engine/model/check-settings.ts'
import { refusesImages } from '../../engine/model/refusal.ts'
import type { PixelChange } from '../../engine/protocol/probe.ts'
import type { ServerPicture } from '../../engine/protocol/server-picture.ts'
import { checkConversation, checkPrompter } from '../../engine/runtime/check-prompt-encoder.ts'
import { Heartbeat } from '../../engine/runtime/heartbeat.ts'
import { readConfigs } from '../../engine/runtime/model-folder.ts'
import { prepareGroup } from '../../engine/runtime/prepare.ts'
import type { ImageInput } from '../../engine/runtime/prepared.ts'
import { type OnStage, PromptEncoder } from '../../engine/runtime/prompt-encoder.ts'
import type { RunFolders } from '../contracts/folders.ts'
import type { PrepareOptions, PrepareWorker } from '../contracts/run.ts'
import { remoteModelFolder } from '../run/model-folder.ts'
import { expose, type Remote, transfer, wrap } from '../shared/comlink.ts'

type Features = KeptFeatures & { readonly store: FeatureStore }

interface Ready extends Omit<ImageSettings, 'features'> {
  readonly data: Remote<RunFolders>
  readonly promptEncoder: PromptEncoder
}

let connected: Remote<RunFolders> | null = null
let ready: Promise<Ready> | null = null
let features: Features | null = null
let hand = new Heartbeat(null)
/** First samples of unfinished groups: while one waits for its bytes, others are prepared. */
const begun = new Set<number>()
/** What black and white become for the model's encoder, once that was needed. */
let colours: ColourRange | null = null

/** Decodes, resizes, normalises and tokenises ahead of the model. */
export const preparer: PrepareWorker = {
  dataFrom(data) {
    connected = wrap(data)
  },

  connect: port => expose(preparer, port),

  async configure(options, onStage = () => {}) {
    hand = new Heartbeat(options.hand ?? null)
    ready ??= readModel(options, onStage)
    await ready
  },

  async readFile(file) {
    const bytes = await file.arrayBuffer()
    return transfer(bytes, [bytes])
  },

  digestFile: sha256OfPieces,

  async openFeatures(scope) {
    const store = await FeatureStore.open()
    features = store && {
      store,
      storageName: identity => featureName(scope, identity),
      read: name => store.read(name),
    }
  },

  async prepare(paths, questions, opening, change = null) {
    const { promptEncoder } = await configured()
    const index = questions[0]?.index ?? 0
    begun.add(index)
    try {
      const images = await prepareImages(index, paths, change)
      hand.take(index, 'prompt')
      const group = prepareGroup(promptEncoder, images, questions, opening)
      const tensors = images.flatMap(({ image, features }) => [
        ...Object.values(image.tensors),
        ...(features ? [features] : []),
      ])
      return transfer(group, [...new Set(tensors.map(({ data }) => data.buffer))])
    } finally {
      begun.delete(index)
      const [waiting] = begun
      if (waiting === undefined) hand.putDown()
      else hand.take(waiting, 'image')
    }
  },

  async show(paths, question, change) {
    const { family, configs, promptEncoder } = await configured()
    const images = await prepareImages(question.index, paths, change)
    const tokens = images.map(({ image }) => image.tokens)
    const prompt = promptEncoder.render(question.turns, tokens)
    colours ??= paths.length > 0 ? colourRange(family, configs) : null
    const range = colours
    const seen = images.map(({ image }) => (range ? seenPictures(image, configs, range) : []))
    return {
      images: await Promise.all(seen.map(pictures => Promise.all(pictures.map(seenPicture)))),
      prompt,
      tokens: promptEncoder.encode(prompt).length,
    }
  },

  async pictures(index, paths, change, memory, window) {
    const data = dataHere()
    const heart = new Heartbeat(memory)
    const readMask = async (mask: string) => (await data.readImage(mask)).bytes
    const pictures: ServerPicture[] = []
    for (const path of paths) {
      heart.take(index, 'image')
      pictures.push(
        await brought(pictureForServer)(
          await data.readImage(path),
          path,
          change,
          readMask,
          parsePolicy(window),
        ),
      )
    }
    heart.putDown()
    return pictures
  },

  async keepFeatures(key, image, encoded) {
    await features?.store.write(key, { image, features: encoded })
  },

  async settleFeatures() {
    await features?.store.settle()
  },
}

function dataHere(): Remote<RunFolders> {
  if (connected) return connected
  throw new Error('The worker is not connected.')
}

function configured(): Promise<Ready> {
  if (ready) return ready
  throw new Error('The worker is not configured.')
}

async function readModel(
  { chatTemplate, thinking, conversation, window, imageDetail = ownDetail }: PrepareOptions,
  onStage: OnStage,
): Promise<Ready> {
  const data = dataHere()
  const folder = await remoteModelFolder(data)
  const configs = await readConfigs(folder)
  const family = findFamily(String(configs.config.model_type))
  const problem = refusesImages(String(configs.config.model_type), family, conversation?.images ?? 0)
  if (problem) throw new VoxelwiseError(problem)
  const settings = checkSettings(family, withDetail(family, configs, imageDetail))
  const transformers = await pagePart(import('@huggingface/transformers'))
  let isTrying = true
  const onTry: OnStage = subject => {
    if (isTrying) onStage(subject)
  }
  const options = { chatTemplate, thinking, onStage: onTry }
  const promptEncoder = await PromptEncoder.load(transformers, folder, family, configs, options)
  checkPrompter(promptEncoder, folder.name, settings)
  if (conversation) checkConversation(promptEncoder, folder.name, settings, conversation)
  isTrying = false
  return {
    data,
    family,
    configs,
    detail: imageDetail,
    promptEncoder,
    policy: parsePolicy(window),
    readMask: async path => (await data.readImage(path)).bytes,
  }
}

async function prepareImages(
  index: number,
  paths: readonly string[],
  change: PixelChange | null,
): Promise<readonly ImageInput[]> {
  const settings = await configured()
  const images: ImageInput[] = []
  for (const path of paths) {
    hand.take(index, 'image')
    const file = await settings.data.readImage(path)
    // Another group may have begun meanwhile.
    hand.take(index, 'image')
    images.push(await imageInput({ ...settings, features }, file, path, paths.length, change))
  }
  return images
}
