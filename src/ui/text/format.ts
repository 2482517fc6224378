/** Formats numbers, times and sizes as text. */

import { counted, grouped, percentFigure, signedFigure } from '../../engine/base/counted.ts'
import { duration } from '../../engine/base/duration.ts'
import { serverWords } from '../../engine/model/served.ts'
import { detailWords } from '../../engine/protocol/detail-words.ts'
import { deviceName } from '../../engine/protocol/device.ts'
import { toolWords } from '../../engine/protocol/elsewhere.ts'
import { dtypeWords } from '../../engine/protocol/mixed-precision.ts'
import type { Environment, Run } from '../../engine/protocol/run.ts'
import { everything } from '../../engine/protocol/voxel-map.ts'

const oneDecimal = (n: number): string => grouped(n, 1)

/**
 * English with the date format of the first language's region: "en-US" stays, "de-AT" becomes "en-AT". Numbers have the
 * same format for all readers and in exported files: "1.432" must not mean 1,432 to one reader and 1.432 to another.
 */
export function findEnglish(languages: readonly string[]): string {
  for (const language of languages) {
    try {
      const { language: code, region } = new Intl.Locale(language).maximize()
      if (code === 'en' || region) return `en-${region ?? 'GB'}`
    } catch {
      // Not a language tag: try the next one.
    }
  }
  return 'en-GB'
}

/** Made on first use: it takes some 30 ms, and the first view shows no date. */
let dates: { readonly dayAndTime: Intl.DateTimeFormat; readonly timeOfDay: Intl.DateTimeFormat } | undefined

function dateFormats(): NonNullable<typeof dates> {
  if (dates) return dates
  const english = findEnglish(globalThis.navigator?.languages ?? [])
  dates = {
    dayAndTime: new Intl.DateTimeFormat(english, { dateStyle: 'medium', timeStyle: 'short' }),
    timeOfDay: new Intl.DateTimeFormat(english, { timeStyle: 'medium' }),
  }
  return dates
}

export const none = '–'

/** "1,432". */
export function count(n: number): string {
  return grouped(n)
}

/** A share of 0..1 as "62.1%". */
export function percent(share: number): string {
  return `${percentFigure(share)}%`
}

/** A share without its sign, for narrow places: "62". */
export function percentShort(share: number): string {
  return percentFigure(share, 0)
}

/** "56.6–67.3%", or "−1.0 to 5.0%": a dash beside a sign would be misread. */
export function interval(low: number, high: number): string {
  return `${between(percentFigure(low), percentFigure(high))}%`
}

/** Two figures as a range. */
const between = (low: string, high: string): string => `${low}${low.startsWith('−') ? ' to ' : '–'}${high}`

/** "999 B", "1.2 MB", "340 MB": decimal units. */
export function bytes(size: number): string {
  const units = ['B', 'kB', 'MB', 'GB', 'TB']
  let value = size
  let unit = 0
  while (value >= 999.5 && unit < units.length - 1) {
    value /= 1000
    unit += 1
  }
  const digits = unit > 0 && value < 9.95 ? oneDecimal(value) : grouped(value)
  return `${digits} ${units[unit]}`
}

/** A model's size as "500 thousand", "3.2 million", "2.2 billion". */
export function parameters(n: number): string {
  if (n < 1e6) return `${grouped(n / 1e3)} thousand`
  const [unit, word] = n < 1e9 ? [1e6, 'million'] : [1e9, 'billion']
  return `${n / unit < 99.95 ? oneDecimal(n / unit) : grouped(n / unit)} ${word}`
}

/** An estimate of more than two minutes, without its seconds. */
export const roughDuration = (seconds: number): string =>
  duration(seconds < 120 ? seconds : 60 * Math.round(seconds / 60))

/** "8.4 ms", "120 ms", "1.5 s". */
export function milliseconds(ms: number): string {
  if (ms <= 0) return '0 ms'
  return ms < 1000 ? `${ms < 9.95 ? oneDecimal(ms) : grouped(ms)} ms` : `${oneDecimal(ms / 1000)} s`
}

/** "1.5 per second", or "one every 4.0 s" for slow runs. */
export function rate(perSecond: number): string {
  if (perSecond <= 0) return none
  return perSecond >= 0.95
    ? `${oneDecimal(perSecond)} per second`
    : `one every ${oneDecimal(1 / perSecond)} s`
}

/** "21 Nov 2026, 14:05", "Nov 21, 2026, 2:05 PM": in the time zone of the browser. A text that is not a date stays unchanged. */
export function date(iso: string): string {
  const time = new Date(iso)
  return Number.isNaN(time.getTime()) ? iso : dateFormats().dayAndTime.format(time)
}

/** "14:05:03", "2:05:03 PM". */
export function time(iso: string): string {
  return dateFormats().timeOfDay.format(new Date(iso))
}

/** "q4, WebGPU"; "q4, WebGPU, up to 1 tile"; for another tool's log, "measured by Inspect 0.3"; of a person, "answered by a person"; for a server, "Q4_K_M, Ollama 0.33". */
export function howRun({
  settings: { device, dtype, imageDetail },
  model: { server, elsewhere, reader },
}: Pick<Run, 'settings' | 'model'>): string {
  if (reader) return 'answered by a person'
  if (elsewhere) return `measured by ${toolWords(elsewhere)}`
  if (!server)
    return [
      dtypeWords(dtype),
      deviceName(device),
      ...(imageDetail === undefined ? [] : [detailWords(imageDetail)]),
    ].join(', ')
  return `${server.quantization ? `${server.quantization}, ` : ''}${serverWords(server)}`
}

/** "8 threads", "4 copies of the model, 2 threads each". */
export function processor({ threads, copies = 1 }: Environment): string {
  if (copies === 1) return counted(threads, 'thread')
  return `${counted(copies, 'copy', 'copies')} of the model, ${counted(threads, 'thread')} each`
}

/** A reason as a sentence, with a capital and one full stop. */
export function sentence(text: string): string {
  const trimmed = text.trim().replace(/(?<!\.)\.+$/, '')
  return trimmed === '' ? '' : `${trimmed.charAt(0).toUpperCase()}${trimmed.slice(1)}.`
}

/** A field's value, or "(none)" if it is empty. */
export function label(value: string): string {
  if (value === everything) return 'All'
  return value === '' ? '(none)' : value
}

/** "A, B and C". */
export const enumerated = (words: readonly string[]): string =>
  words.length > 2 ? `${words.slice(0, -1).join(', ')} and ${words.at(-1)}` : words.join(' and ')

/** A difference of two shares in percentage points: "+3.2", "−1.0", "0.0". */
export const points = (difference: number): string => signedFigure(difference)

/** "−1.2 to +7.6". */
export function pointsInterval(low: number, high: number): string {
  return `${points(low)} to ${points(high)}`
}

/** A number from −1 to 1 with its sign: "0.69", "−0.08". */
export const coefficient = (r: number, digits = 2): string => grouped(r, digits)

/** A p-value: "0.21", "0.0420", and "< 0.001" where it is smaller. */
export function pValue(p: number): string {
  if (p < 0.001) return '< 0.001'
  return grouped(p, p >= 0.0995 ? 2 : 4)
}

/** "p = 0.0420", "p < 0.001". */
export function pWords(p: number): string {
  return p < 0.001 ? `p ${pValue(p)}` : `p = ${pValue(p)}`
}

/** What decides a comparison with a difference of 0. */
export const pDecides = (p: number): string => `${pWords(p)} decides`

/** The same as `points` to whole points, for narrow places: "−4". */
export const pointsShort = (difference: number): string => signedFigure(difference, 0)

/** A score such as a calibration error or a slope: "0.084", "−0.388". */
export function decimal(value: number): string {
  return grouped(value, 3)
}

/** "0.061–0.112", or "−0.200 to 0.100". */
export const decimalInterval = (low: number, high: number): string => between(decimal(low), decimal(high))
