import type { InferenceSession, Tensor } from 'onnxruntime-web'
import type { OrtModule } from '../../src/engine/runtime/ort.ts'

type Feeds = Readonly<Record<string, Tensor>>
type Watch = (session: InferenceSession, feeds: Feeds, run: () => Promise<unknown>) => Promise<unknown>

interface Runnable {
  run(this: InferenceSession, feeds: Feeds, ...more: unknown[]): Promise<unknown>
}

/** Lets `watch` stand between the engine and every session. @returns takes it away again */
export function watchRuns({ InferenceSession }: OrtModule, watch: Watch): () => void {
  const { prototype } = InferenceSession as unknown as { readonly prototype: Runnable }
  const { run } = prototype
  prototype.run = function (feeds, ...more) {
    return watch(this, feeds, () => run.call(this, feeds, ...more))
  }
  return () => {
    prototype.run = run
  }
}
