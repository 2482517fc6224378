/** The faults between us and a server, and whether and when to try again. Plain functions of the observed replies. */
import { type ErrorCode, VoxelwiseError } from '../../../engine/base/errors.ts'

/** One attempt that failed. */
export type ServerFault =
  /** No answer, or one that broke off. */
  | { readonly kind: 'connection'; readonly detail: string }
  | { readonly kind: 'timeout'; readonly seconds: number }
  /** @param retryAfter seconds, as the server asks; null where it does not */
  | {
      readonly kind: 'status'
      readonly status: number
      readonly said: string
      readonly retryAfter: number | null
    }
  /** Status 200, and nothing that can be read. */
  | { readonly kind: 'reply'; readonly detail: string }

/** Attempts in total; a request that timed out is tried twice only. */
const maxTries = 5
const maxTimeouts = 2

/** Seconds before the second attempt, doubled before each further one. */
const firstWait = 0.5
const longestWait = 30
/** Seconds that a server may ask for. */
const longestAsked = 60

/** Seconds before the next attempt; null where none is made. @param faults of this request, oldest first */
export function waitAfter(faults: readonly ServerFault[]): number | null {
  const last = faults.at(-1)
  if (!last || faults.length >= maxTries || !mayPass(last)) return null
  if (faults.filter(({ kind }) => kind === 'timeout').length >= maxTimeouts) return null
  const wait = Math.min(longestWait, firstWait * 2 ** (faults.length - 1))
  if (last.kind !== 'status' || last.retryAfter === null) return wait
  return Math.min(longestAsked, Math.max(wait, last.retryAfter))
}

/** Whether it may be otherwise at the next attempt. */
function mayPass(fault: ServerFault): boolean {
  if (fault.kind !== 'status') return true
  const { status } = fault
  return status === 408 || status === 425 || status === 429 || (status >= 500 && status !== 501)
}

/** A fault in a few words, for a sentence about the request. */
export function faultWords(fault: ServerFault): string {
  switch (fault.kind) {
    case 'connection':
      return fault.detail
    case 'timeout':
      return `no answer within ${fault.seconds} seconds`
    case 'reply':
      return `its answer cannot be read (${fault.detail})`
    case 'status':
      return fault.said === '' ? `status ${fault.status}` : `status ${fault.status}, “${fault.said}”`
  }
}

/** The final fault of a request. Codes that end a run (`isFinal`) are those that every question would meet. */
export function faultError(fault: ServerFault, address: string, tries: number): VoxelwiseError {
  const [code, message, remedy] = wordFault(fault, tries > 1 ? `, ${tries} times` : '')
  return new VoxelwiseError({ code, subject: address, message, remedy })
}

type Words = readonly [code: ErrorCode, message: string, remedy: string]

function wordFault(fault: ServerFault, times: string): Words {
  switch (fault.kind) {
    case 'connection':
      return [
        'server-unreachable',
        `The server returned no complete answer${times}: ${fault.detail}.`,
        'Check that the server is running and has free memory, then continue.',
      ]
    case 'timeout':
      return [
        'inference-timeout',
        `The server did not answer within ${fault.seconds} seconds${times}.`,
        'Allow more seconds in the settings, or use fewer parallel requests.',
      ]
    case 'reply':
      return [
        'server-reply',
        `The server’s answer cannot be read${times}: ${fault.detail}.`,
        'Check the server’s log. A newer server version may fix this.',
      ]
    case 'status':
      return statusWords(fault.status, faultWords(fault), times)
  }
}

function statusWords(status: number, words: string, times: string): Words {
  if (status === 401 || status === 403)
    return [
      'server-refused',
      `Authentication failed: ${words}.`,
      'Start Voxelwise with the server’s key in VOXELWISE_SERVER_KEY.',
    ]
  if (status === 404)
    return [
      'server-refused',
      `The server does not have this model or address: ${words}.`,
      'Choose a model that the server lists, and load it there.',
    ]
  return [
    'server-reply',
    `The server refused this question${times}: ${words}.`,
    status < 500
      ? 'The context may be too short for the image, or the model accepts no images. Check the server’s log.'
      : 'Check the server’s log. It may be out of memory.',
  ]
}
