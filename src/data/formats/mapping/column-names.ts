/** What benchmarks call their columns, the likeliest first; compared in small letters, without spaces and signs. */

const words = (list: string): readonly string[] => list.trim().split(/\s+/)

export const questionNames = words(`
  question vqaquestion questiontext questions query stem prompt problem instruction input text sent
  statement
  问题 题目 質問 問題 enunciado pregunta pergunta domanda frage fragestellung fragetext énoncé quesito
  вопрос pytanie soru 질문 السؤال
`)
export const answerNames = words(`
  answer multiplechoiceanswer correctanswer correctoption correctchoice gtanswer answerlabel answerletter
  answerkey goldanswer vqaanswer answers label labels groundtruth gt gold target correct rightoption
  rightanswer solution key reference answeridx answerindex correctidx correctindex output finaldecision
  decision
  答案 正解 respuestacorrecta respuesta respostacorreta respostacerta resposta rispostacorretta
  rispostaesatta risposta réponsecorrecte bonneréponse réponse richtigeantwort korrekteantwort antwort
  lösung loesung soluzione solución solução ответ clave gabarito 정답 الإجابة
`)
export const optionsNames = words(`
  options choices candidates answerchoices answeroptions optionlist alternatives opts
  选项 選択肢 opciones opções alternativas opzioni optionen antwortoptionen antwortmöglichkeiten
  antwortmoeglichkeiten auswahl choix propositions réponsespossibles варианты 보기
`)
export const wrongNames = words(`
  distractors distractor wronganswers incorrectanswers incorrect wrong wrongoptions
`)
export const imageNames = words(`
  image images img imgs imagepath imagepaths imgpath imgname imagename imagefile filename figurepath
  figure picture pictures photo file path imgid imageid scan slice
  图片 图像 imagen imágenes imagem imagens immagine immagini bild bilder bilddatei bildpfad dateiname
  datei fichier nomdufichier archivo nombredearchivo arquivo nomedoarquivo изображение
`)

/** Lists of answers of which any is right. */
export const acceptedNames =
  /^(?:all|accepted|acceptable|valid|gold|direct|alternative|other|possible|reference)?(?:answers|answeraliases|aliases|synonyms|references|responses)$/
export const idNames = words(`
  id $key questionid qid index uid sampleid itemid idx uuid key no number qno qaid
`)
export const taskNames = words(`
  task clinicalvqatask tasklabel taskname tasktype medicaltask contenttype questiontype qatype qtype
  questioncategory subfield cognitiveprocess flagcognitiveprocess category subtask skill ability topic
  keyword subtype type
  aufgabe aufgabentyp fragetyp fragentyp kategorie tâche typedequestion catégorie tarea tipodepregunta
  categoría compito tipodidomanda categoria tarefa tipodepergunta
`)
export const modalityNames = words(`
  modality modalitytype imagemodality imagingmodality imgtype imagetype flagimagetype modalities scantype
  imagingtype technique
  modalität modalitaet bildgebung untersuchungsart modalité modalitéimagerie modalidad modalidade modalità
`)
export const anatomyNames = words(`
  anatomy organ bodypart bodyregion anatomicalregion anatomicregion organs bodysystem organsystem location
  region site parts part system
  körperregion koerperregion körperteil koerperteil anatomie organe région régionanatomique partieducorps
  órgano región regiónanatómica anatomía partedelcuerpo organo regione regioneanatomica anatomia
  partedelcorpo órgão região regiãoanatômica partedocorpo
`)
export const groupNames = words(`
  patientid patient subjectid studyid studyinstanceuid caseid case problemid videoid sourcefile
  patientennummer patienten fallnummer fall idpatient idpaciente paciente idpaziente paziente cas caso
`)
export const splitNames = words('split subset partition set')
export const hintNames = words('hint hinweis indice pista suggerimento dica')

/** What has to be read before the question. */
export const contextNames = words(`
  context contexts passage case vignette clinicalvignette casetext casehistory casepresentation
  casedescription casesummary patientdescription clinicaldescription clinicalpresentation clinicalcase
  clinicalcontext clinicalhistory clinicalinformation patienthistory patientinfo history scenario
  clinicalscenario background paragraph premise
  kontext anamnese klinischeangaben contexte anamnèse contesto anamnesi historiaclínica antecedentes
  контекст contexto 背景
`)

/** A mark of questions that their authors have taken back. */
export const cancelled =
  /^(?:is|was)?(?:cancel(?:l?ed|ad[ao]|lation)?|annul(?:l?ed|lat[ao]|ée?)?|anulad[ao]s?|void(?:ed)?|withdrawn|retracted|deprecated|invalid(?:ated)?|nullified|anulowan[ey]|отмен[её]н[оа]?)$/

/** Columns that reveal the answer, or describe a picture's contents. */
export const withheld =
  /explanation|rationale|reason(?:ing)?(?:chain)?$|caption|description|findings|impression|report|chainofthought|^cot$|analysis|evidence|comment|解析/

/** The words after a column's own name if the column is only about it. */
const aboutIt =
  /(?:type|id|no|num|number|index|lang|language|category|source|format|order|url|count|length|level|class)$/

/** A dot leads into an object, but for that of an abbreviation (`No.`). */
export const bare = (column: string): string =>
  column
    .slice(column.lastIndexOf('.', column.length - 2) + 1)
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}$]+/gu, '')

/** One less for each place, and always more than the least. */
const ranked = (best: number, place: number, least: number): number =>
  Math.max(best - place, least + 1 / (place + 2))

/** 100 for the likeliest name and less for the next ones; less than 50 where a name is only a part of it; 0 for none. */
export function nameScore(column: string, names: readonly string[]): number {
  const name = bare(column)
  const exact = names.indexOf(name)
  if (exact !== -1) return ranked(100, exact, 50)
  const part = names.findIndex(each => each.length >= 4 && name.includes(each))
  return part === -1 || aboutIt.test(name) ? 0 : ranked(48, part, 0)
}
