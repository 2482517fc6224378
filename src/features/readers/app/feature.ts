import type { AppFeature } from '../../../app/controller/app-feature.ts'
import { comparedReaders } from './compared-readers.ts'
import { deskCommands } from './desk-commands.ts'
import { markCommands } from './mark-commands.ts'
import { reportedMarks } from './reported-marks.ts'

export const readersApp = {
  commands: { ...deskCommands, ...markCommands },
  reportParts: [reportedMarks],
  comparedParts: [comparedReaders],
} satisfies AppFeature
