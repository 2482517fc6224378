interface Props {
  /** Address of the model server that answers, if one does. */
  readonly server?: string | undefined
}

/** What the page does. index.html has the same markup without a server, so that it shows before any module has loaded. */
export function Intro({ server }: Props) {
  return (
    <>
      <h1>Test a medical vision-language model, voxel by voxel</h1>
      <p className="lead">
        Choose a data set and a model, then press Run. You see the accuracy in every voxel of anatomy ×
        modality × task. You also see whether right diagnoses rest on right perception.{' '}
        {server ? (
          <>Questions and images go only to the model server at {server}.</>
        ) : (
          <>
            Everything runs on this computer: <strong>nothing leaves this machine</strong>.
          </>
        )}
      </p>
    </>
  )
}
