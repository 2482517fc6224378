/** Rates free-text answers by a rubric, with a judge model or people. Run by `npm run -s rubric -- …`. */
import { join } from 'node:path'
import { type CommandSpec, defineCommand, runIfStarted } from '../../../cli/base/command.ts'
import { openFile, readJson, readText, writeParts } from '../../../cli/base/files.ts'
import { called } from '../../../cli/base/installed.ts'
import { choiceOption, textOption, usageError } from '../../../cli/base/options.ts'
import { ratingSheet, readRatingSheet } from '../../../data/export/rating-sheet.ts'
import type { RunFile } from '../../../data/export/run-file.ts'
import { readRun } from '../../../data/export/run-file-stream.ts'
import { judgeReplies } from '../../../data/formats/response-lines.ts'
import { readReplies } from '../../../engine/analysis/judged-answers.ts'
import { type JudgedReply, rubricAgreement, rubricFigures } from '../../../engine/analysis/rubric-figures.ts'
import { listRatedItems } from '../../../engine/protocol/protocols/judged-samples.ts'
import { findRubric } from '../../../engine/protocol/protocols/rubric.ts'
import { readRatings } from '../../../engine/protocol/rubrics/read-ratings.ts'
import { type Rubric, rubricPrompt, rubrics } from '../../../engine/protocol/rubrics/rubric.ts'
import { judgedLine } from '../../../ui/text/judged.ts'
import { ratedItems } from '../data/rated-items.ts'

const call = called('rubric')

export const spec = {
  name: 'rubric',
  about: 'Rates free-text answers by a rubric, with a judge model, people, or both.',
  synopsis: [
    `${call} --run FILE --rubric NAME --out DIR [options]`,
    `${call} --results FILE --rubric NAME --out DIR [options]`,
  ],
  options: [
    textOption('run', 'FILE', "A run.json. Without --replies, ratings of the run's own judge are written.", {
      notWith: ['results'],
    }),
    textOption(
      'results',
      'FILE',
      'A results.json of a mapped data set, or an array of {id, question, answer, response}; visual_description, where given, describes the image.',
    ),
    choiceOption(
      'rubric',
      'NAME',
      rubrics.map(({ id }) => id),
      'the rubric.',
      { required: true },
    ),
    textOption('out', 'DIR', 'Where the files are written.', { required: true }),
    textOption(
      'replies',
      'FILE',
      "A judge model's replies to judge-prompts.jsonl, as lines of {id, response}. An id may occur several times.",
      { needs: 'judge-model' },
    ),
    textOption(
      'judge-model',
      'NAME',
      'The name of that model. With --run alone: which judge of the run to use.',
    ),
    textOption('sheet', 'FILE', 'The rating-sheet.csv that people filled in.'),
  ],
  notes: [
    'Written: judge-prompts.jsonl and rating-sheet.csv. With --replies, or if the run was judged, also ratings.json with every reply.',
  ],
} as const satisfies CommandSpec

export const main = defineCommand(spec, async ({ args, io }) => {
  const { out, replies, sheet, 'judge-model': named } = args
  const rubric = rubrics.find(({ id }) => id === args.rubric)
  const file = args.run ?? args.results
  if (!rubric || file === undefined) throw usageError('Give either --run or --results.', '--run')
  const run = args.run === undefined ? null : await readRun(await openFile(args.run))
  const items = run ? listRatedItems(run.records, run.run) : ratedItems(await readJson(file), file)
  io.stderr(`Free-text answers: ${items.length}`)
  const prompts = items.map(
    item => `${JSON.stringify({ id: item.id, prompt: rubricPrompt(rubric, item) })}\n`,
  )
  await writeParts(join(out, 'judge-prompts.jsonl'), prompts)
  await writeParts(join(out, 'rating-sheet.csv'), [ratingSheet(rubric, items)])
  const given =
    replies !== undefined && named !== undefined
      ? { judge: named, judged: await judgedReplies(rubric, replies) }
      : run && judgeOfRun(rubric, run, named)
  if (!given) return
  const { judge, judged } = given
  const figures = rubricFigures(rubric, judge, judged)
  const people = sheet === undefined ? null : await readRatingSheet(rubric, await readText(sheet), sheet)
  const written = {
    rubric: { id: rubric.id, version: rubric.version },
    figures,
    ...(people && { agreement: rubricAgreement(rubric, judged, people) }),
    replies: judged.map(({ id, reply, read, isRepeat }) => ({
      id,
      reply,
      ...(isRepeat && { repeat: true }),
      ...(read.status === 'read' ? { ratings: read.ratings } : { unparsed: read.why }),
    })),
  }
  await writeParts(join(out, 'ratings.json'), [`${JSON.stringify(written, null, 2)}\n`])
  io.stderr(judgedLine(figures))
})

/** The run's own ratings by this rubric; null where it has none. */
function judgeOfRun(
  rubric: Rubric,
  { passes }: RunFile,
  named: string | undefined,
): { readonly judge: string; readonly judged: readonly JudgedReply[] } | null {
  const byRubric = passes.filter(({ run }) => run.judging && findRubric(run.settings.protocol) === rubric)
  const judges = byRubric.map(({ run }) => run.model.name)
  const [pass, ...others] = byRubric.filter(({ run }) => named === undefined || run.model.name === named)
  if (pass && others.length === 0)
    return { judge: pass.run.model.name, judged: readReplies(rubric, pass.records) }
  if (named === undefined && !pass) return null
  throw usageError(
    pass
      ? 'Several judges rated this run by this rubric.'
      : 'No judge of this name rated this run by this rubric.',
    `--judge-model; there are ${judges.join(', ') || 'none'}`,
  )
}

async function judgedReplies(rubric: Rubric, file: string): Promise<readonly JudgedReply[]> {
  return (await judgeReplies(await openFile(file))).map(([id, reply]) => ({
    id,
    reply,
    read: readRatings(rubric, reply),
  }))
}

await runIfStarted(import.meta.url, main)
