/**
 * What the reading and writing of files asks of features: null or nothing where none gives it. No list is spread into another here: a
 * bundler keeps that for its possible side effects, with all that it needs, in the first view.
 */
import type { FigureList } from '../engine/analysis/figure-source.ts'
import { pagePart } from '../engine/base/page-parts.ts'
import type { FeatureFinding } from '../engine/probes/feature-finding.ts'
import type { ConnectServer } from '../engine/protocol/server-info.ts'
import type { ExportFeature } from './export/export-feature.ts'
import * as exporting from './export-features.ts'
import * as given from './features.ts'
import * as findings from './finding-features.ts'
import type { GuessMapping } from './formats/mapping/guess-mapping.ts'
import type { PictureForServer } from './images/picture-for-server.ts'
import type { QuestionDeriver } from './questions/question-deriver.ts'

interface DataSeams {
  readonly guessMapping: GuessMapping
  readonly connectServer: ConnectServer
  readonly pictureForServer: PictureForServer
  readonly questionDeriver: QuestionDeriver
}
/** Each is read in a function that a bundler may leave out with all that it needs. */
type Given = Partial<DataSeams>

/** What features find in the passes on the images of a run, in the order of files. */
export const featureFindings: readonly FeatureFinding<object>[] = /* @__PURE__ */ Object.values(findings)

type OfferedFiles<Feature> = Feature extends { readonly files: readonly (infer File)[] } ? File : never

/** Files of a stored run. */
export const featureExports = /* @__PURE__ */ (() =>
  Object.values<ExportFeature>(exporting).flatMap(({ files = [] }) => files))() as readonly OfferedFiles<
  (typeof exporting)[keyof typeof exporting]
>[]

/** Loads what makes figures of `figures.json`. @throws VoxelwiseError page-outdated */
export const loadFeatureFigures = (): Promise<readonly FigureList[]> =>
  Promise.all(
    Object.values<ExportFeature>(exporting).flatMap(({ figures }) => (figures ? [pagePart(figures())] : [])),
  )

/** Makes the mapping of tables that no preset fits; null where nothing does. */
export const guessMapping = /* @__PURE__ */ (() => (given as Given).guessMapping ?? null)()

/** Connects to a model server; null where nothing does. */
export const connectServer = /* @__PURE__ */ (() => (given as Given).connectServer ?? null)()

/** An image as a model server takes it; null where nothing asks servers. */
export const pictureForServer = /* @__PURE__ */ (() => (given as Given).pictureForServer ?? null)()

/** Makes questions about files that come without any; null where nothing does. */
export const questionDeriver = /* @__PURE__ */ (() => (given as Given).questionDeriver ?? null)()
