/** What benchmarks call their columns, the likeliest first; compared in small letters, without spaces and signs. */
export const questionNames = [
  'question',
  'vqaquestion',
  'questiontext',
  'questions',
  'query',
  'stem',
  'prompt',
  'problem',
  'instruction',
  'input',
  'text',
  '问题',
  '题目',
  '質問',
  '問題',
] as const
export const answerNames = [
  'answer',
  'correctanswer',
  'correctoption',
  'correctchoice',
  'gtanswer',
  'answerlabel',
  'answerletter',
  'answerkey',
  'goldanswer',
  'vqaanswer',
  'answers',
  'label',
  'labels',
  'groundtruth',
  'gt',
  'gold',
  'target',
  'correct',
  'rightoption',
  'rightanswer',
  'solution',
  'key',
  'reference',
  'answeridx',
  'answerindex',
  'correctidx',
  'correctindex',
  'output',
  '答案',
  '正解',
] as const
export const optionsNames = [
  'options',
  'choices',
  'candidates',
  'answerchoices',
  'answeroptions',
  'optionlist',
  'alternatives',
  'opts',
  '选项',
  '選択肢',
] as const
export const wrongNames = [
  'distractors',
  'distractor',
  'wronganswers',
  'incorrectanswers',
  'incorrect',
  'wrong',
  'wrongoptions',
] as const
export const imageNames = [
  'image',
  'images',
  'img',
  'imgs',
  'imagepath',
  'imagepaths',
  'imgpath',
  'imgname',
  'imagename',
  'imagefile',
  'filename',
  'figurepath',
  'figure',
  'picture',
  'pictures',
  'photo',
  'file',
  'path',
  'imgid',
  'imageid',
  'scan',
  'slice',
  '图片',
] as const
export const idNames = [
  'id',
  '$key',
  'questionid',
  'qid',
  'index',
  'uid',
  'sampleid',
  'itemid',
  'idx',
  'uuid',
  'key',
  'no',
  'number',
  'qno',
  'qaid',
] as const
export const taskNames = [
  'task',
  'clinicalvqatask',
  'tasklabel',
  'taskname',
  'tasktype',
  'medicaltask',
  'contenttype',
  'questiontype',
  'qatype',
  'qtype',
  'questioncategory',
  'subfield',
  'cognitiveprocess',
  'flagcognitiveprocess',
  'category',
  'subtask',
  'skill',
  'ability',
  'topic',
  'keyword',
  'subtype',
  'type',
] as const
export const modalityNames = [
  'modality',
  'modalitytype',
  'imagemodality',
  'imagingmodality',
  'imgtype',
  'imagetype',
  'flagimagetype',
  'modalities',
  'scantype',
  'imagingtype',
  'technique',
] as const
export const anatomyNames = [
  'anatomy',
  'organ',
  'bodypart',
  'bodyregion',
  'anatomicalregion',
  'anatomicregion',
  'organs',
  'bodysystem',
  'organsystem',
  'location',
  'region',
  'site',
  'parts',
  'part',
  'system',
  'department',
  'speciality',
  'specialty',
] as const
export const groupNames = [
  'patientid',
  'patient',
  'subjectid',
  'studyid',
  'studyinstanceuid',
  'caseid',
  'case',
  'problemid',
  'videoid',
  'sourcefile',
] as const
export const splitNames = ['split', 'subset', 'partition', 'set'] as const
export const hintNames = ['hint'] as const

/** Columns that reveal the answer, or describe a picture's contents. */
export const withheld =
  /explanation|rationale|reason(?:ing)?(?:chain)?$|caption|description|findings|impression|report|chainofthought|^cot$|analysis|evidence|comment|解析/

/** The words after a column's own name if the column is only about it. */
export const aboutIt =
  /(?:type|id|no|num|number|index|lang|language|category|source|format|order|url|count|length|level|class)$/

export const bare = (column: string): string =>
  column
    .slice(column.lastIndexOf('.') + 1)
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}$]+/gu, '')

/** 100 for the likeliest name and less for the next ones; less than 50 where a name is only a part of it; 0 for none. */
export function nameScore(column: string, names: readonly string[]): number {
  const name = bare(column)
  const exact = names.indexOf(name)
  if (exact !== -1) return 100 - exact
  const part = names.findIndex(each => each.length >= 4 && name.includes(each))
  return part === -1 || aboutIt.test(name) ? 0 : 48 - part
}
