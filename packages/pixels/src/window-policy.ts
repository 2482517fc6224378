/** How stored values of more than 8 bits become a picture. */

export const windowFunctions = ['LINEAR', 'LINEAR_EXACT', 'SIGMOID'] as const
export type WindowFunction = (typeof windowFunctions)[number]

export interface Window {
  readonly centre: number
  readonly width: number
  readonly function: WindowFunction
}

export type WindowPolicy =
  /** VOI LUT or a window of the file, from 0; min to max where it has none. */
  | { readonly kind: 'file'; readonly window: number }
  | { readonly kind: 'preset'; readonly name: PresetName }
  | ({ readonly kind: 'window' } & Window)
  | { readonly kind: 'minmax' }
  | { readonly kind: 'percentile'; readonly low: number; readonly high: number }
  /** Three windows of a CT as red, green and blue. */
  | { readonly kind: 'rgb3' }

/** Centre and width in Hounsfield units: Radiopaedia, "Windowing (CT)". Other houses use other values. */
export const windowPresets = {
  brain: [40, 80],
  lung: [-600, 1500],
  mediastinum: [50, 350],
  abdomen: [50, 400],
  bone: [400, 1800],
} as const satisfies Readonly<Record<string, readonly [centre: number, width: number]>>
type PresetName = keyof typeof windowPresets

/** Lower and upper bound in Hounsfield units: MedGemma 1.5, notebook high_dimensional_ct_hugging_face. */
export const rgb3 = [
  [-1024, 1024],
  [-135, 215],
  [0, 80],
] as const

export const filePolicy: WindowPolicy = { kind: 'file', window: 0 }

/** How the values of a file became the picture. */
export interface Display {
  readonly used: 'voi-lut' | 'window' | 'range' | 'rgb3' | 'colour'
  readonly window?: Window
  /** Values shown black and white. */
  readonly range?: readonly [number, number]
  /** The file lacks what the policy asks for: the range of the frame is shown. */
  readonly fallback?: true
  /** The file's compressed data claims more bytes than it has; no pixel is missing. */
  readonly overrun?: true
}

/** How policies are written in settings and on the command line. */
export const policyForms =
  'file, file:2, preset:brain (lung, mediastinum, abdomen, bone), 40/400, 40/400:SIGMOID, minmax, percentile:0.5-99.5, rgb3'

/** @returns null where the text is no policy */
export function readPolicy(text: string): WindowPolicy | null {
  const [head = '', rest] = text.split(':')
  if (text === 'file') return filePolicy
  if (text === 'minmax') return { kind: 'minmax' }
  if (text === 'rgb3') return { kind: 'rgb3' }
  if (head === 'file' && /^[1-9]\d?$/.test(rest ?? '')) return { kind: 'file', window: Number(rest) - 1 }
  if (head === 'preset' && rest !== undefined && Object.hasOwn(windowPresets, rest))
    return { kind: 'preset', name: rest as PresetName }
  const percentiles = /^percentile:(\d{1,2}(?:\.\d{1,3})?)-(\d{1,3}(?:\.\d{1,3})?)$/.exec(text)
  if (percentiles) {
    const [low, high] = [Number(percentiles[1]), Number(percentiles[2])]
    return low < high && high <= 100 ? { kind: 'percentile', low, high } : null
  }
  const window = /^(-?\d{1,6}(?:\.\d{1,6})?)\/(\d{1,6}(?:\.\d{1,6})?)(?::([A-Z_]+))?$/.exec(text)
  if (!window) return null
  const [centre, width] = [Number(window[1]), Number(window[2])]
  const named = windowFunctions.find(name => name === (window[3] ?? 'LINEAR'))
  if (!named || !isWindow({ centre, width, function: named })) return null
  return { kind: 'window', centre, width, function: named }
}

/** Whether a window can be applied (PS3.3 C.11.2.1.2). */
export const isWindow = ({ centre, width, function: name }: Window): boolean =>
  Number.isFinite(centre) && Number.isFinite(width) && (name === 'LINEAR' ? width >= 1 : width > 0)

/** A policy as it is written in settings; that of the file where nothing is written. @throws Error where it is none */
export function parsePolicy(text: string | undefined): WindowPolicy {
  const policy = text === undefined ? filePolicy : readPolicy(text)
  if (!policy) throw new Error('The window policy was checked before.')
  return policy
}
