import { serverWords } from '../../engine/model/served.ts'
import { toolWords } from '../../engine/protocol/elsewhere.ts'
import type { Run } from '../../engine/protocol/run.ts'
import type { Citation } from './citations.tsx'

interface Software {
  readonly key: string
  readonly name: string
  readonly version: string | null
  readonly author: string
  readonly address?: string
}

/** What made a run, with the version of each part. The year is that of the run, since a version does not state its own. */
export function softwareCitations(run: Run): readonly Citation[] {
  const year = run.created.slice(0, 4)
  return listSoftware(run).map(({ key, name, version, author, address }) => ({
    text: `${author}, ${name}${version === null ? '' : ` ${version}`}.`,
    ...(address !== undefined && { address }),
    bib: ['misc', key],
    author: `{${author}}`,
    title: `{${name}}`,
    year,
    ...(version !== null && { note: `Version ${version}` }),
  }))
}

function listSoftware({ environment, model: { server, elsewhere, reader } }: Run): readonly Software[] {
  const voxelwise: Software = {
    ...{ key: 'voxelwise', name: 'Voxelwise', author: 'Voxelwise developers', version: environment.app },
  }
  if (reader) return [voxelwise]
  if (elsewhere) {
    const name = toolWords({ tool: elsewhere.tool, version: null })
    return [
      voxelwise,
      { key: elsewhere.tool, name, version: elsewhere.version, author: `${name} developers` },
    ]
  }
  // What kind of server it is, is not always known.
  if (server?.kind === 'other') return [voxelwise]
  if (server) {
    const name = serverWords({ kind: server.kind, version: null })
    return [voxelwise, { key: server.kind, name, version: server.version, author: `${name} developers` }]
  }
  return [
    voxelwise,
    {
      ...{ key: 'transformersjs', name: 'Transformers.js', author: 'Hugging Face' },
      ...{ version: environment.transformers, address: 'https://github.com/huggingface/transformers.js' },
    },
    {
      ...{ key: 'onnxruntime', name: 'ONNX Runtime', author: 'ONNX Runtime developers' },
      ...{ version: environment.onnxruntime, address: 'https://onnxruntime.ai' },
    },
  ]
}

/** The same of several runs: each version once. */
export function softwareOfAll(runs: readonly Run[]): readonly Citation[] {
  const citations = new Map<string, Citation>()
  for (const one of runs.flatMap(softwareCitations))
    if (!citations.has(one.text)) citations.set(one.text, one)
  return [...citations.values()]
}
