import type { InferenceSession, Tensor } from 'onnxruntime-web'
import type { PreparedImage } from '../../src/engine/families/family.ts'
import { type Device, type Dtype, isNative } from '../../src/engine/protocol/device.ts'
import { browserBackend, type Tuning, tunedBackend } from '../../src/engine/runtime/browser-backend.ts'
import { disposeCache } from '../../src/engine/runtime/cache.ts'
import { testPicture } from '../../src/engine/runtime/device-numbers.ts'
import { graphicsCard } from '../../src/engine/runtime/graphics-card.ts'
import { loadOrt } from '../../src/engine/runtime/ort.ts'
import { Vlm } from '../../src/engine/runtime/vlm.ts'
import type { RunFolders } from '../../src/workers/contracts/folders.ts'
import { remoteModelFolder } from '../../src/workers/run/model-folder.ts'
import { expose, wrap } from '../../src/workers/shared/comlink.ts'
import { watchRuns } from './watch-runs.ts'

export interface SessionTask {
  readonly device: Device
  readonly dtype: Dtype
  readonly threads: number
  readonly tuning: Tuning & {
    /** Whether the graph's open sides of the encoder are fixed to those of the first image. */
    readonly fixedEncoder?: boolean
  }
  /** How often each part is measured, after one that is not. */
  readonly rounds: number
}

/** Milliseconds of each part, one for each round. */
export interface SessionTimes {
  readonly load: number
  /** Encoding an image of so many tiles; a family without tiles has one entry, with 1. */
  readonly encode: readonly { readonly tiles: number; readonly ms: readonly number[] }[]
  /** The beginning of a prompt: of an image in one tile, and of one in 13. */
  readonly prefill: readonly { readonly tokens: number; readonly ms: readonly number[] }[]
  /** A question's own tokens after it. */
  readonly question: { readonly tokens: number; readonly ms: readonly number[] }
  /** A further token on top of so many. */
  readonly token: readonly { readonly after: number; readonly ms: readonly number[] }[]
}

const tileCounts = [1, 4, 13, 17]
/** Tokens of a short beginning, of one with 13 tiles, of a question, and of a long prompt whose cache is copied for every token. */
const lengths = { prefix: 320, tiled: 1140, question: 64, long: 1536 }

/** Times of the model's parts with given options of ONNX Runtime. */
class SessionsWorker {
  /** @param port to the folders of a run, which make a checkpoint's graphs */
  async measure(task: SessionTask, port: MessagePort): Promise<SessionTimes> {
    const { device, dtype, threads, tuning } = task
    const folder = await remoteModelFolder(wrap<RunFolders>(port))
    if (isNative(device)) throw new Error(`A page has no ${device}.`)
    const load = (with_: Tuning): Promise<Vlm> =>
      Vlm.load(with_ === none ? browserBackend : tunedBackend(with_), folder, {
        ...{ device, dtype, threads, onProgress: () => {} },
      })
    const sides = tuning.fixedEncoder ? await encoderSides(await load(none), device, threads) : undefined
    const { fixedEncoder: _, ...own } = tuning
    const start = performance.now()
    const vlm = await load({ ...own, ...(sides && { encoderSides: sides }) })
    const loaded = performance.now() - start
    /** What stays on the graphics card is awaited, too: nothing else waits for it. */
    const release = async (features: { readonly location: string; dispose(): void }): Promise<void> => {
      if (features.location !== 'gpu-buffer') return
      await (await graphicsCard()).device.queue.onSubmittedWorkDone()
      features.dispose()
    }
    const time = async (work: () => Promise<void>): Promise<number[]> => {
      await work()
      const ms: number[] = []
      for (let round = 0; round < task.rounds; round++) {
        const from = performance.now()
        await work()
        ms.push(performance.now() - from)
      }
      return ms
    }
    const encode: SessionTimes['encode'][number][] = []
    for (const { tiles, image } of cutToTiles(vlm)) {
      // An encoder of fixed sides takes only the image that it was made for.
      if (sides && encode.length > 0) break
      encode.push({ tiles, ms: await time(async () => release(await vlm.encodeImage(image))) })
    }
    const decoded = async (tokens: number, after: number): Promise<number[]> => {
      const before = ids(after)
      const past =
        after > 0 ? await vlm.prefill(before, null, 0, null, vlm.decoderInputs(before, 0, [])) : null
      const all = ids(after + tokens)
      const own = all.slice(after)
      const inputs = vlm.decoderInputs(all, after, [])
      const ms = await time(async () =>
        disposeCache((await vlm.forward(own, past, after, null, inputs)).cache),
      )
      disposeCache(past)
      return ms
    }
    const { prefix, tiled, question, long } = lengths
    const most = Math.min(long, vlm.contextLength - 1)
    const prefill: SessionTimes['prefill'][number][] = []
    for (const tokens of [prefix, Math.min(tiled, most)])
      prefill.push({ tokens, ms: await decoded(tokens, 0) })
    const times = {
      load: loaded,
      encode,
      prefill,
      question: { tokens: question, ms: await decoded(question, prefix) },
      token: [
        { after: prefix, ms: await decoded(1, prefix) },
        { after: most, ms: await decoded(1, most) },
      ],
    }
    await vlm.dispose()
    return times
  }
}

const none: Tuning = {}

/** Any tokens: what they are does not change the work. */
const ids = (count: number): number[] => Array.from({ length: count }, (_, i) => 40 + (i % 50))

/** An image cut to some numbers of tiles; one of another family as it is. */
function cutToTiles({
  family,
  configs,
}: Vlm): readonly { readonly tiles: number; readonly image: PreparedImage }[] {
  if (!family.sessions.includes('vision_encoder')) return []
  const image = family.prepareImage(testPicture(1), configs, 1)
  const pixels = image.tensors.pixel_values
  const [one, most = 1, ...tile] = pixels?.dims ?? []
  if (!pixels || one !== 1 || tile.length !== 3) return [{ tiles: 1, image }]
  return tileCounts.map(tiles => ({ tiles, image: withTiles(image, most, tiles) }))
}

/** The same image with its tiles repeated or left out. */
function withTiles(image: PreparedImage, most: number, tiles: number): PreparedImage {
  const tensors = Object.entries(image.tensors).map(([name, tensor]) => {
    const [, count, ...rest] = tensor.dims
    if (count !== most) return [name, tensor] as const
    const size = rest.reduce((product, side) => product * side, 1)
    const values = tensor.data as Float32Array
    const data = new (values.constructor as typeof Float32Array)(tiles * size)
    for (let tile = 0; tile < tiles; tile++)
      data.set(values.subarray((tile % most) * size, ((tile % most) + 1) * size), tile * size)
    return [name, { ...tensor, dims: [1, tiles, ...rest], data }] as const
  })
  return { ...image, tensors: Object.fromEntries(tensors) }
}

/** The names of the encoder's open sides with the sizes that the first image has. */
async function encoderSides(
  vlm: Vlm,
  device: Device,
  threads: number,
): Promise<Readonly<Record<string, number>>> {
  const found: Record<string, number> = {}
  const look = (session: InferenceSession, feeds: Readonly<Record<string, Tensor>>): void => {
    for (const input of session.inputMetadata)
      if (input.isTensor)
        for (const [i, side] of input.shape.entries())
          if (typeof side === 'string' && side !== '') found[side] = feeds[input.name]?.dims[i] ?? 1
  }
  const restore = watchRuns(await loadOrt(device, threads), (session, feeds, run) => {
    look(session, feeds)
    return run()
  })
  const [first] = cutToTiles(vlm)
  if (first) (await vlm.encodeImage(first.image)).dispose()
  restore()
  await vlm.dispose()
  return found
}

export type { SessionsWorker }

expose(new SessionsWorker())
