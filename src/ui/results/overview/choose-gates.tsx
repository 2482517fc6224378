import { useState } from 'react'
import { type ErrorInfo, internalError } from '../../../engine/base/errors.ts'
import { useApp, useController } from '../../hooks/use-app.ts'
import { ErrorBox } from '../../shared/controls/error-box.tsx'
import { FileButton } from '../../shared/controls/file-button.tsx'

/** Chooses a file of gates for the runs of this visit. */
export function ChooseGates() {
  const controller = useController()
  const hasGates = useApp(state => state.gates.length > 0)
  const [problem, setProblem] = useState<ErrorInfo | null>(null)
  const choose = async (file: File) => {
    setProblem(null)
    try {
      await controller.chooseGates(file)
    } catch (error) {
      setProblem(internalError(file.name, error))
    }
  }
  return (
    <>
      <div className="actions">
        <FileButton
          accept=".json,application/json"
          label="A file of gates"
          testId="gates"
          disabled={false}
          onFile={file => void choose(file)}
        >
          {hasGates ? 'Other gates…' : 'Check gates…'}
        </FileButton>
      </div>
      {problem && <ErrorBox error={problem} />}
    </>
  )
}
