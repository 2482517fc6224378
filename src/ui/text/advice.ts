/** What is advised before a run, in words. */
import type { TrialState, TrialSubject } from '../../app/state/state.ts'
import { counted } from '../../engine/base/counted.ts'
import type { AdvisedDtype, FolderSize } from '../../engine/model/advice.ts'
import { measuredWords } from '../../engine/model/measured-precisions.ts'
import type { PublishedVlm } from '../../engine/model/published-vlms.ts'
import { type Speed, secondsFor, type Workload } from '../../engine/model/speed.ts'
import { bytes, deviceName, duration, milliseconds, none } from './format.ts'

type Done = Extract<TrialState, { readonly status: 'done' }>

export interface TrialFact {
  readonly name: string
  readonly value: string
  /** What should be known with it. */
  readonly note: string
}

/** "phantom-vlm (fp32, WASM) on phantom-cube". */
export const subjectWords = ({ model, dataset, device, dtype }: TrialSubject): string =>
  `${model} (${dtype}, ${deviceName(device)}) on ${dataset}`

/** Questions on one image, on average: "6", "5.9". */
const perImage = ({ images, questions }: Workload): string => String(Number((questions / images).toFixed(1)))

/** "13 ms", "1.3 s", "4 min 10 s". */
const time = (seconds: number): string => (seconds < 60 ? milliseconds(1000 * seconds) : duration(seconds))

/** What a trial found. */
export function trialFacts({ speed, whole, load, memory }: Done): readonly TrialFact[] {
  const all = secondsFor(speed, whole)
  const { copies, images, questions } = speed
  const measured = `${counted(questions, 'question')}${images > 0 ? ` on ${counted(images, 'image')}` : ''}`
  return [
    {
      name: 'A question',
      value: time(all / Math.max(1, whole.questions)),
      note:
        whole.images > 0 && speed.perImage > 0
          ? `at ${perImage(whole)} questions an image; the image takes ${time(speed.perImage / copies / 1000)}, once`
          : '',
    },
    {
      name: counted(whole.questions, 'question'),
      value: `about ${duration(all)}`,
      note: `and ${time(load)} to load`,
    },
    {
      name: 'Memory',
      value: memory === null ? none : `≈ ${bytes(memory)}`,
      note: `an estimate${copies > 1 ? `, of ${copies} copies side by side` : ''}`,
    },
    { name: 'Measured', value: measured, note: 'nothing of it is stored' },
  ]
}

/** "≈ 264 MB"; without the sign where every file's size is known. */
export const sizeWords = ({ bytes: size, isKnown }: FolderSize): string =>
  `${isKnown ? '' : '≈ '}${bytes(size)}`

/** Time a question of a model that was not tried. */
export const expectedWords = (speed: Speed | null, whole: Workload): string =>
  speed === null || whole.questions === 0 ? none : `≈ ${time(secondsFor(speed, whole) / whole.questions)}`

/** What is known of the weights that are chosen. */
export function weightsNote(dtype: AdvisedDtype): string {
  const words = measuredWords([dtype])
  return words === null
    ? 'Nothing is lost.'
    : `Of a small model with real language weights ${words} (docs/fidelity.md).`
}

/** What has to be done besides typing the commands. */
export function commandNotes({ publishedAs, isGated }: PublishedVlm, dtype: AdvisedDtype): readonly string[] {
  return [
    ...(isGated ? ['Its licence has to be accepted on huggingface.co first; then hf auth login.'] : []),
    publishedAs === 'checkpoint'
      ? 'It is not published in ONNX: the second line, given in a copy of this project, exports it and measures it against PyTorch. tools/export/README.md says what that takes.'
      : `The first line fetches settings and templates, the ${dtype === 'fp32' ? 'others' : 'second'} the files of ${dtype}. Then pick the folder.`,
  ]
}
