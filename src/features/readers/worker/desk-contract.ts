import type { Depth } from '@voxelwise/pixels'
import type { ImageFolder, KeptFolder } from '../data/image-folder.ts'
import type {
  AskedIn,
  DeskStudy,
  FormCounts,
  GivenRatings,
  OpenedPractice,
  OpenedSitting,
  RatingForm,
  ShownQuestion,
  SittingForm,
  StudyForm,
} from '../engine/desk-facts.ts'
import type { NewAnswer } from '../engine/sitting.ts'

/** Holds studies and sittings, and hands out one question at a time. Every answer is on disk when its call resolves. */
export interface DeskWorker {
  /** The open data set: from it studies are made, and their images are read. */
  takeDataset(port: MessagePort): Promise<void>
  /** A folder of images, for a study that came as a file. One that the browser can open again is remembered. */
  takeFolder(folder: ImageFolder): Promise<void>
  /** Whether a study here is of another data set than the open one. */
  needsFolder(): Promise<boolean>
  /** The remembered folder of images: the browser may ask before it is read. Null without one. */
  keptFolder(): Promise<KeptFolder | null>
  count(form: StudyForm): Promise<FormCounts>
  /** @param onImage receives how many images are read @returns its hash */
  makeStudy(form: StudyForm, onImage: (done: number, of: number) => void): Promise<string>
  /** A study of replies, without the names of their runs and samples. @returns its hash */
  makeRating(form: RatingForm): Promise<string>
  /** The ratings of a sitting. @throws VoxelwiseError storage where no run of them is here */
  ratings(sitting: string): Promise<GivenRatings>
  studies(): Promise<readonly DeskStudy[]>
  /** Keeps a study, a reader's answers with their study, or a backup. @throws VoxelwiseError run-file */
  takeFile(file: File): Promise<void>
  /** Adds answers that were given elsewhere, as CSV. @returns to how many questions @throws VoxelwiseError bad-table, run-file */
  takeAnswers(hash: string, file: File): Promise<number>
  studyFile(hash: string): Promise<File>
  /** All studies and sittings: a backup, which `takeFile` reads. */
  allFile(): Promise<File>
  answersFile(sitting: string): Promise<File>
  /** @returns the id of the new sitting, or of the reader's open one */
  begin(hash: string, form: SittingForm): Promise<string>
  /** Opens a sitting in this thread alone. @throws VoxelwiseError run-locked where another tab has it open */
  open(sitting: string): Promise<OpenedSitting>
  /** Lets another tab open it. */
  leave(sitting: string): Promise<void>
  /** The question that comes next; null at the end. */
  next(sitting: string): Promise<ShownQuestion | null>
  /** The question that was answered last; null before the first answer. */
  last(sitting: string): Promise<ShownQuestion | null>
  /**
   * An image as a file that a browser can show. @param isDecoded by us, where the browser cannot
   * @throws VoxelwiseError fingerprint-mismatch where it is not the study's
   */
  image(of: AskedIn, place: number, number: number, isDecoded: boolean): Promise<Blob>
  /** A frame or slice with all of its depth; null where there is no more than the picture. */
  depth(of: AskedIn, place: number, number: number, frame: number | null): Promise<Depth | null>
  /** The questions for practice of a study, by its hash. */
  practice(hash: string): Promise<OpenedPractice>
  /** The right answer of one of them: asked for once the reader has answered. */
  practiceRight(hash: string, place: number): Promise<string>
  /** @returns the next question, once the answer is on disk */
  answer(sitting: string, answer: NewAnswer): Promise<ShownQuestion | null>
  /** Ends a sitting before its last question. @throws VoxelwiseError run-locked */
  end(sitting: string): Promise<void>
  /** Deletes a study with all of its sittings. @throws VoxelwiseError run-locked where one is open in another tab */
  remove(hash: string): Promise<void>
}
