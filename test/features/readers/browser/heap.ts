/** Heaps of a page and of its threads, as Chromium's profiler writes them. */
import { setTimeout as wait } from 'node:timers/promises'
import type { Page } from 'playwright-core'

/** By the address of the script, `page` for the page's own thread: JSON of `HeapProfiler.takeHeapSnapshot`. */
export async function heapSnapshots(page: Page): Promise<ReadonlyMap<string, string>> {
  const session = await page.context().newCDPSession(page)
  const chunks = new Map<string, string[]>([['page', []]])
  const names = new Map<string, string>()
  let open = 0
  session.on('HeapProfiler.addHeapSnapshotChunk', ({ chunk }) => chunks.get('page')?.push(chunk))
  session.on('Target.attachedToTarget', ({ sessionId, targetInfo }) => {
    open++
    names.set(sessionId, targetInfo.url)
    chunks.set(targetInfo.url, [])
    const message = JSON.stringify({ id: 1, method: 'HeapProfiler.takeHeapSnapshot' })
    void session.send('Target.sendMessageToTarget', { sessionId, message })
  })
  session.on('Target.receivedMessageFromTarget', ({ sessionId = '', message }) => {
    const said = JSON.parse(message) as { id?: number; params?: { chunk?: string } }
    if (said.id === 1) open--
    else if (said.params?.chunk !== undefined) chunks.get(names.get(sessionId) ?? '')?.push(said.params.chunk)
  })
  await session.send('HeapProfiler.takeHeapSnapshot')
  await session.send('Target.setAutoAttach', {
    autoAttach: true,
    waitForDebuggerOnStart: false,
    flatten: false,
  })
  while (open > 0) await wait(100)
  await session.detach()
  return new Map(Array.from(chunks, ([name, parts]) => [name, parts.join('')]))
}

interface Snapshot {
  readonly snapshot: {
    readonly meta: {
      readonly node_fields: readonly string[]
      readonly edge_fields: readonly string[]
      readonly edge_types: readonly [readonly string[], ...unknown[]]
    }
  }
  readonly nodes: readonly number[]
  readonly edges: readonly number[]
  readonly strings: readonly string[]
}

/** The values of properties with one of these names, as far as they are texts. */
export function propertyTexts(snapshot: string, names: readonly string[]): readonly string[] {
  const { snapshot: head, nodes, edges, strings } = JSON.parse(snapshot) as Snapshot
  const { node_fields, edge_fields, edge_types } = head.meta
  const nameField = node_fields.indexOf('name')
  const isProperty = edge_types[0].indexOf('property')
  const [type, named, to] = ['type', 'name_or_index', 'to_node'].map(field => edge_fields.indexOf(field))
  const wanted = new Set(names)
  const found: string[] = []
  for (let at = 0; at < edges.length; at += edge_fields.length) {
    if (edges[at + (type ?? 0)] !== isProperty) continue
    if (!wanted.has(strings[edges[at + (named ?? 0)] ?? 0] ?? '')) continue
    found.push(strings[nodes[(edges[at + (to ?? 0)] ?? 0) + nameField] ?? 0] ?? '')
  }
  return found
}
