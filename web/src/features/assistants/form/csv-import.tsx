import type { ReadCsv } from '#contract/own-knowledge-csv.ts'
import type { KnowledgePair } from '#contract/own-knowledge.ts'
import { clsx } from 'clsx'
import { useId, useState } from 'react'
import { attempt } from '../../../lib/notify-failure.ts'
import { buttonClass } from '../../../ui/button.tsx'

interface CsvImportProps {
  /** The questions that the form has already. */
  known: () => readonly KnowledgePair[]
  onRead: (pairs: KnowledgePair[]) => void
}

/** Imports questions from a CSV file, and says for each line that was left out why. */
export function CsvImport({ known, onRead }: CsvImportProps) {
  const id = useId()
  const [result, setResult] = useState<ReadCsv | null>(null)

  const take = async (file: File | undefined) => {
    if (file === undefined) return
    const work = async () => {
      const { readCsvFile } = await import('./read-csv-file.ts')
      const read = await readCsvFile(file, known())
      if (read.pairs.length > 0) onRead(read.pairs)
      setResult(read)
    }
    await attempt('The file was not read', work, 'Nothing was added. Check your connection and load the page again.')
  }

  return (
    <>
      <div className="relative">
        <input
          id={id}
          type="file"
          accept=".csv,.tsv,.txt,text/csv,text/tab-separated-values,text/plain"
          aria-describedby={`${id}-hint`}
          className="peer sr-only"
          onChange={(event) => {
            void take(event.target.files?.[0])
            event.target.value = ''
          }}
        />
        <label
          htmlFor={id}
          className={clsx(
            buttonClass({ size: 'small' }),
            'cursor-pointer peer-focus-visible:outline-3 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-focus',
          )}
        >
          Import a CSV file
        </label>
      </div>
      <p id={`${id}-hint`} className="w-full text-sm text-ink-soft">
        In a CSV file, the first column holds the questions and the second the answers.
      </p>
      <div aria-live="polite" className="w-full empty:hidden">
        {result === null ? null : <Result result={result} />}
      </div>
    </>
  )
}

function Result({ result: { pairs, problems } }: { result: ReadCsv }) {
  const added = pairs.length === 1 ? 'One question was added.' : `${pairs.length} questions were added.`
  return (
    <div className="rounded-card bg-sunk px-4 py-3 text-[0.9375rem]">
      <p className="font-semibold">
        {pairs.length === 0 ? 'No question was added.' : added}
        {problems.length === 0 || pairs.length === 0 ? '' : ' These lines were left out:'}
      </p>
      {problems.length === 0 ? null : (
        <ul className="mt-1.5 grid max-h-48 list-disc gap-1 overflow-y-auto pl-5">
          {problems.map(({ line, message }) => (
            <li key={`${line} ${message}`}>
              Line {line}: {message}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
