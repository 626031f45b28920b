import type { OwnAssistant } from '#contract/own-assistant.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../../lib/api.ts'
import { zoneWords } from '../../../lib/formatting.ts'
import { attempt } from '../../../lib/notify-failure.ts'
import { SelectField } from '../../../ui/select-field.tsx'

type Assistant = Pick<OwnAssistant, 'id' | 'timeZone'>

export function TimeZoneField({ assistant: { id, timeZone } }: { assistant: Assistant }) {
  const queryClient = useQueryClient()
  const [chosen, setChosen] = useState<string | null>(null)
  const choose = async (zone: string) => {
    setChosen(zone)
    await attempt('The time zone was not changed', async () => {
      await api.api['own-assistants'][':id']['time-zone'].$put({ param: { id }, json: { timeZone: zone } })
      await queryClient.invalidateQueries()
    })
    setChosen(null)
  }
  const zones = [...new Set([timeZone, 'UTC', ...Intl.supportedValuesOf('timeZone')])]
  return (
    <SelectField
      label="Time zone"
      value={chosen ?? timeZone}
      hint="It applies to opening hours, appointments, limits and figures."
      options={zones.map((zone) => ({ value: zone, label: zoneWords(zone) }))}
      onChoose={(zone) => void choose(zone)}
    />
  )
}
