import type { Depth } from '@voxelwise/pixels'
import type { SourceDescriptor } from '../../../data/sources/source.ts'
import type { DeskStudy, FormCounts, OpenedSitting, ShownQuestion, StudyForm } from '../engine/desk-facts.ts'
import type { NewAnswer, Reader } from '../engine/sitting.ts'

/** Holds studies and sittings, and hands out one question at a time. Every answer is on disk when its call resolves. */
export interface DeskWorker {
  /** The open data set: from it studies are made, and their images are read. */
  takeDataset(port: MessagePort): Promise<void>
  /** A folder of images, for a study that came as a file. */
  takeFolder(folder: SourceDescriptor): Promise<void>
  count(form: StudyForm): Promise<FormCounts>
  /** @param onImage receives how many images are read @returns its hash */
  makeStudy(form: StudyForm, onImage: (done: number, of: number) => void): Promise<string>
  studies(): Promise<readonly DeskStudy[]>
  /** Keeps a study, a reader's answers with their study, or a backup. @throws VoxelwiseError run-file */
  takeFile(file: File): Promise<void>
  studyFile(hash: string): Promise<File>
  /** All studies and sittings: a backup, which `takeFile` reads. */
  allFile(): Promise<File>
  answersFile(sitting: string): Promise<File>
  /** @returns the id of the new sitting, or of the reader's open one */
  begin(hash: string, reader: Reader, number: number): Promise<string>
  /** Opens a sitting in this thread alone. @throws VoxelwiseError run-locked where another tab has it open */
  open(sitting: string): Promise<OpenedSitting>
  /** The question that comes next; null at the end. */
  next(sitting: string): Promise<ShownQuestion | null>
  /** The question that was answered last; null before the first answer. */
  last(sitting: string): Promise<ShownQuestion | null>
  /** An image as a file that a browser can show. @throws VoxelwiseError fingerprint-mismatch where it is not the study's */
  image(sitting: string, place: number, number: number): Promise<Blob>
  /** A frame or slice with all of its depth; null where there is no more than the picture. */
  depth(sitting: string, place: number, number: number, frame: number | null): Promise<Depth | null>
  /** @returns the next question, once the answer is on disk */
  answer(sitting: string, answer: NewAnswer): Promise<ShownQuestion | null>
  /** Ends a sitting before its last question. */
  end(sitting: string): Promise<void>
  /** Deletes a study with all of its sittings. */
  remove(hash: string): Promise<void>
}
