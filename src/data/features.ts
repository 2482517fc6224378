/**
 * What features bring to the reading of files: one line each. No list is spread into another here: a bundler keeps that for its
 * possible side effects, with all that it needs, in the first view.
 */

import type { FeatureFinding } from '../engine/probes/feature-finding.ts'
import type { ConnectServer } from '../engine/protocol/server-info.ts'
import { auditFinding } from '../features/audit/data/audit-finding.ts'
import { answerFiles } from '../features/diagnostics/data/answer-files.ts'
import { answerWriters } from '../features/diagnostics/data/answers-csv.ts'
import { guessDocument } from '../features/guess/data/guess-document.ts'
import { headerQuestions } from '../features/headers/data/header-questions.ts'
import { toolLogs } from '../features/logs/data/import.ts'
import { toolFiles } from '../features/logs/data/tool-files.ts'
import { toolWriters } from '../features/logs/data/writing/tool-writers.ts'
import { occlusionFinding } from '../features/occlusion/data/occlusion-finding.ts'
import { readerAnswers } from '../features/readers/data/import-answers.ts'
import { connectModel } from '../features/servers/data/connect.ts'
import { serverPicture } from '../features/servers/data/picture.ts'
import { shardFiles } from '../features/shards/data/import.ts'
import type { ImportKind } from './formats/import-kind.ts'
import type { GuessMapping } from './formats/mapping/guess-mapping.ts'
import type { PictureForServer } from './images/picture-for-server.ts'
import type { QuestionDeriver } from './questions/question-deriver.ts'

/** Files besides run.json that become runs; the first kind that recognises them reads them. */
export const importKinds: readonly ImportKind[] = [readerAnswers, toolLogs, shardFiles]

/** What features find in the passes on the images of a run, in the order of files. */
export const featureFindings: readonly FeatureFinding<object>[] = [auditFinding, occlusionFinding]

/** Files of a stored run, in words. */
export const featureExports = [answerFiles, toolFiles] as const

/** What writes them. */
export const featureWriters = [answerWriters, toolWriters] as const

/** Makes the mapping of tables that no preset fits; null where nothing does. */
export const guessMapping: GuessMapping | null = guessDocument

/** Connects to a model server; null where nothing does. */
export const connectServer: ConnectServer | null = connectModel

/** An image as a model server takes it; null where nothing asks servers. */
export const pictureForServer: PictureForServer | null = serverPicture

/** Makes questions about files that come without any; null where nothing does. */
export const questionDeriver: QuestionDeriver | null = headerQuestions
