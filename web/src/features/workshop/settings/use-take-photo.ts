import { useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import {
  forgetPhoto,
  submitProblemOf,
  uploadPhoto,
  type AssistantForm,
  type ChosenPhoto,
} from '../../assistants/assistants.ts'

/** Brings a chosen photo to the server, and then into the draft; until it is there, the one before stays. */
export function useTakePhoto(form: UseFormReturn<AssistantForm>) {
  const [isTaking, setTaking] = useState(false)
  const takePhoto = async (photo: ChosenPhoto) => {
    setTaking(true)
    try {
      const kept = await uploadPhoto(photo)
      // Where the face was in the picture before says nothing about this one.
      form.setValue('photoFace', null)
      form.setValue('photo', kept)
      forgetPhoto(photo)
    } catch (error) {
      form.setError('photo', { message: submitProblemOf(error).message })
    } finally {
      setTaking(false)
    }
  }
  return { takePhoto, isTaking }
}
