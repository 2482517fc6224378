import type { ReportFacts } from '../../../app/controller/report-facts.ts'
import type { PaperTable } from '../../../ui/report/paper-table.ts'
import { workbook } from '../data/workbook.ts'
import { savedTables } from './paper-files.ts'

/** The tables of paper.zip as one workbook. @param added tables that other features add */
export const tablesWorkbook = (facts: ReportFacts, added: readonly PaperTable[]): Promise<Blob> =>
  workbook(savedTables(facts, added), facts.run.created)
