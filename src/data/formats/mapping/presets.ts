/** Mappings of published benchmarks, recognised by their columns and file names. */

import { type Json, matches } from '@voxelwise/python'
import type { Table } from '@voxelwise/tables'
import { field, list, read } from '../../../engine/base/schema.ts'
import { mappingDocument } from './check.ts'
import { filterSchema, type MappingDocument, type TableFilter } from './document.ts'
import type { Head } from './heads.ts'
import camelBench from './presets/camel-bench.json' with { type: 'json' }
import chestXRayReports from './presets/chest-x-ray-reports.json' with { type: 'json' }
import cxreasonbench from './presets/cxreasonbench.json' with { type: 'json' }
import drvdBench from './presets/drvd-bench.json' with { type: 'json' }
import gmaiMmbench from './presets/gmai-mmbench.json' with { type: 'json' }
import kokushimd10 from './presets/kokushimd-10.json' with { type: 'json' }
import m3dVqa from './presets/m3d-vqa.json' with { type: 'json' }
import medCmr from './presets/med-cmr.json' with { type: 'json' }
import medbookvqa from './presets/medbookvqa.json' with { type: 'json' }
import medframeqa from './presets/medframeqa.json' with { type: 'json' }
import mediconfusion from './presets/mediconfusion.json' with { type: 'json' }
import medqBench from './presets/medq-bench.json' with { type: 'json' }
import medqBenchDescriptions from './presets/medq-bench-descriptions.json' with { type: 'json' }
import medsgBench from './presets/medsg-bench.json' with { type: 'json' }
import medthinkvqa from './presets/medthinkvqa.json' with { type: 'json' }
import medvision from './presets/medvision.json' with { type: 'json' }
import medxpertqa from './presets/medxpertqa.json' with { type: 'json' }
import mmmu from './presets/mmmu.json' with { type: 'json' }
import mrarebench from './presets/mrarebench.json' with { type: 'json' }
import nova from './presets/nova.json' with { type: 'json' }
import omnibrainbench from './presets/omnibrainbench.json' with { type: 'json' }
import omnimedvqa from './presets/omnimedvqa.json' with { type: 'json' }
import pathVqa from './presets/path-vqa.json' with { type: 'json' }
import pathmmu from './presets/pathmmu.json' with { type: 'json' }
import pmcVqa from './presets/pmc-vqa.json' with { type: 'json' }
import rexvqa from './presets/rexvqa.json' with { type: 'json' }
import slake from './presets/slake.json' with { type: 'json' }
import smmile from './presets/smmile.json' with { type: 'json' }
import temmedBench from './presets/temmed-bench.json' with { type: 'json' }
import vqaRad from './presets/vqa-rad.json' with { type: 'json' }
import worldmedqaV from './presets/worldmedqa-v.json' with { type: 'json' }

/** By the name of their file, in the order in which they are tried. */
const presetFiles = {
  'gmai-mmbench': gmaiMmbench,
  omnimedvqa: omnimedvqa,
  medxpertqa: medxpertqa,
  'pmc-vqa': pmcVqa,
  slake: slake,
  mmmu: mmmu,
  medframeqa: medframeqa,
  'temmed-bench': temmedBench,
  smmile: smmile,
  omnibrainbench: omnibrainbench,
  medbookvqa: medbookvqa,
  'worldmedqa-v': worldmedqaV,
  'medq-bench': medqBench,
  'medq-bench-descriptions': medqBenchDescriptions,
  rexvqa: rexvqa,
  pathmmu: pathmmu,
  'med-cmr': medCmr,
  'chest-x-ray-reports': chestXRayReports,
  'camel-bench': camelBench,
  cxreasonbench: cxreasonbench,
  'drvd-bench': drvdBench,
  'kokushimd-10': kokushimd10,
  'medsg-bench': medsgBench,
  mediconfusion: mediconfusion,
  medthinkvqa: medthinkvqa,
  mrarebench: mrarebench,
  medvision: medvision,
  nova: nova,
  'm3d-vqa': m3dVqa,
  'path-vqa': pathVqa,
  'vqa-rad': vqaRad,
} as const

interface Preset {
  /** Name of its file. */
  readonly id: string
  readonly document: MappingDocument
  /** It is taken where any of these fits a table. */
  readonly recognise: readonly TableFilter[]
}

/** In the order in which they are tried. */
export const presets: readonly Preset[] = Object.entries(presetFiles).map(([id, json]) => ({
  id,
  document: mappingDocument(json as Json, id),
  recognise: read(list(filterSchema), field(json as Json, 'recognise'), `${id}.recognise`),
}))

/** The first preset whose columns and file name match some table; null if there is none. */
export function presetFor(heads: readonly Pick<Head, 'table' | 'file'>[]): MappingDocument | null {
  const preset = presets.find(({ recognise }) =>
    recognise.some(filter => heads.some(({ table, file }) => readsTable(filter, table, file))),
  )
  return preset?.document ?? null
}

/** Whether an entry reads a table. @param file rooted path of the table's (first) file */
export function readsTable(
  { columns, without, files }: TableFilter,
  table: Pick<Table, 'columns'>,
  file: string,
): boolean {
  const has = (column: string) =>
    table.columns.includes(column.split('.')[0] ?? '') || table.columns.includes(column)
  return (
    columns.every(has) &&
    !without.some(has) &&
    (files.length === 0 || files.some(pattern => matches(file, `*${pattern}`)))
  )
}
