/** Presets by the name of their file, in the order in which they are tried. */
import camelBench from './camel-bench.json' with { type: 'json' }
import chestXRayReports from './chest-x-ray-reports.json' with { type: 'json' }
import cxreasonbench from './cxreasonbench.json' with { type: 'json' }
import drvdBench from './drvd-bench.json' with { type: 'json' }
import gmaiMmbench from './gmai-mmbench.json' with { type: 'json' }
import kokushimd10 from './kokushimd-10.json' with { type: 'json' }
import m3dVqa from './m3d-vqa.json' with { type: 'json' }
import medCmr from './med-cmr.json' with { type: 'json' }
import medbookvqa from './medbookvqa.json' with { type: 'json' }
import medframeqa from './medframeqa.json' with { type: 'json' }
import medqBench from './medq-bench.json' with { type: 'json' }
import medqBenchDescriptions from './medq-bench-descriptions.json' with { type: 'json' }
import medsgBench from './medsg-bench.json' with { type: 'json' }
import medvision from './medvision.json' with { type: 'json' }
import medxpertqa from './medxpertqa.json' with { type: 'json' }
import mmmu from './mmmu.json' with { type: 'json' }
import nova from './nova.json' with { type: 'json' }
import omnibrainbench from './omnibrainbench.json' with { type: 'json' }
import omnimedvqa from './omnimedvqa.json' with { type: 'json' }
import pathVqa from './path-vqa.json' with { type: 'json' }
import pathmmu from './pathmmu.json' with { type: 'json' }
import pmcVqa from './pmc-vqa.json' with { type: 'json' }
import rexvqa from './rexvqa.json' with { type: 'json' }
import slake from './slake.json' with { type: 'json' }
import smmile from './smmile.json' with { type: 'json' }
import temmedBench from './temmed-bench.json' with { type: 'json' }
import vqaRad from './vqa-rad.json' with { type: 'json' }
import worldmedqaV from './worldmedqa-v.json' with { type: 'json' }

export const presetFiles = {
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
  medvision: medvision,
  nova: nova,
  'm3d-vqa': m3dVqa,
  'path-vqa': pathVqa,
  'vqa-rad': vqaRad,
} as const
