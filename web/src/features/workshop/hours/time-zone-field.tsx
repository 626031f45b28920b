import type { OwnAssistant } from '#contract/own-assistant.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../../lib/api.ts'
import { failureWords } from '../../../lib/api-problem.ts'
import { zoneWords } from '../../../lib/formatting.ts'
import { notify } from '../../../lib/notify.ts'
import { SelectField } from '../../../ui/select-field.tsx'

interface TimeZoneFieldProps {
  assistant: Pick<OwnAssistant, 'id' | 'timeZone'>
}

/** A select with all time zones that the browser knows. */
export function TimeZoneField({ assistant: { id, timeZone } }: TimeZoneFieldProps) {
  const queryClient = useQueryClient()
  const [chosen, setChosen] = useState<string | null>(null)
  const choose = async (zone: string) => {
    setChosen(zone)
    try {
      await api.api['own-assistants'][':id']['time-zone'].$put({ param: { id }, json: { timeZone: zone } })
      await queryClient.invalidateQueries()
    } catch (error) {
      const description = failureWords(error, 'Please try again.')
      notify({ kind: 'error', title: 'The time zone was not changed', description })
    } finally {
      setChosen(null)
    }
  }
  const zones = [...new Set([timeZone, 'UTC', ...Intl.supportedValuesOf('timeZone')])]
  return (
    <SelectField
      label="Time zone"
      value={chosen ?? timeZone}
      hint="It applies to opening hours, appointments, limits and figures."
      options={zones.map((zone) => ({ value: zone, label: zoneWords(zone) }))}
      onChange={({ target }) => void choose(target.value)}
    />
  )
}
