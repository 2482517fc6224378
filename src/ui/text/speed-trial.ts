/** Texts of the speed test before a run. */
import type { TrialState, TrialSubject } from '../../app/state/state.ts'
import { counted } from '../../engine/base/counted.ts'
import { duration } from '../../engine/base/duration.ts'
import { ownDetail } from '../../engine/base/image-detail.ts'
import { secondsFor, type Workload } from '../../engine/model/speed.ts'
import { detailWords } from '../../engine/protocol/detail-words.ts'
import { deviceName, type RunDevice } from '../../engine/protocol/device.ts'
import { dtypeWords } from '../../engine/protocol/mixed-precision.ts'
import { bytes, milliseconds, none } from './format.ts'

type Done = Extract<TrialState, { readonly status: 'done' }>

interface TrialFact {
  readonly name: string
  readonly value: string
  /** A qualification of the value. */
  readonly note: string
}

/** "phantom-vlm (fp32, WASM) on phantom-cube". */
export const subjectWords = ({ model, dataset, device, dtype, imageDetail }: TrialSubject): string => {
  const detail = imageDetail === ownDetail ? '' : `, ${detailWords(imageDetail)}`
  return `${model} (${dtypeWords(dtype)}, ${deviceName(device)}${detail}) on ${dataset}`
}

/** Mean questions per image: "6", "5.9". */
const perImage = ({ images, questions }: Workload): string => String(Number((questions / images).toFixed(1)))

/** "13 ms", "1.3 s", "4 min 10 s". */
export const timeWords = (seconds: number): string =>
  seconds < 60 ? milliseconds(1000 * seconds) : duration(seconds)

/** The results of a speed test. */
export function trialFacts({ speed, whole, load, memory, compared }: Done): readonly TrialFact[] {
  const all = secondsFor(speed, whole)
  const { copies, images, questions } = speed
  const measured = `${counted(questions, 'question')}${images > 0 ? ` on ${counted(images, 'image')}` : ''}`
  return [
    {
      name: 'Time per question',
      value: timeWords(all / Math.max(1, whole.questions)),
      note:
        whole.images > 0 && speed.perImage > 0
          ? `with ${perImage(whole)} questions per image; each image takes ${timeWords(speed.perImage / copies / 1000)} once`
          : '',
    },
    ...(compared ? [comparedFact(all, secondsFor(compared.speed, whole), compared.device, whole)] : []),
    {
      name: counted(whole.questions, 'question'),
      value: `about ${duration(all)}`,
      note: `plus ${timeWords(load)} to load`,
    },
    {
      name: 'Memory',
      value: memory === null ? none : `≈ ${bytes(memory)}`,
      note: `estimated${copies > 1 ? ` for ${copies} copies` : ''}`,
    },
    { name: 'Measured', value: measured, note: 'not stored' },
  ]
}

/** "On WASM: 3.1 s, 2.4 times as long". */
function comparedFact(all: number, other: number, device: RunDevice, { questions }: Workload): TrialFact {
  const times = (ratio: number): string => ratio.toFixed(1)
  return {
    name: `On ${deviceName(device)}`,
    value: `${timeWords(other / Math.max(1, questions))} per question`,
    note: other < all ? `${times(all / other)} times as fast` : `${times(other / all)} times as long`,
  }
}
