/** Invented names, from many places. */
const words = (text: string) => text.trim().split(/\s+/)

export const GIVEN_NAMES = words(`
  Aaliyah Adaeze Aiko Alejandro Alma Amara Amir Ana Andrei Anika Anna Aoife Arjun Astrid Ayesha Beatriz Benjamin Bilal
  Björn Camila Carlos Chiara Chinedu Chloe Daniel Daria David Deepa Diego Elena Elif Emeka Emma Esther Ethan Fatima
  Felix Femi Finn Freya Gabriel Giulia Grace Hana Hannah Hassan Helena Hugo Ibrahim Ines Ingrid Isaac Isabel Ivan Jack
  Jakub Jamal Jana Jasmine Javier Jin Joanna Jonas Joseph Julia Kaito Karim Katarina Kenji Kwame Lars Layla Leah Lena
  Leo Li Lina Linh Lucas Lucia Magnus Maria Mariam Marek Marta Mateo Maya Mei Mia Miguel Mila Mohamed Nadia Naomi
  Nia Nikhil Nina Noah Nora Olga Oliver Olivia Omar Oscar Paolo Petra Priya Rafael Rania Ravi Rosa Ruth Samir Samuel
  Sara Sean Selin Sofia Stefan Tariq Theo Thomas Tomasz Uma Valentina Victor Wei Yara Yuki Yusuf Zainab Zoë Zuzana`)

export const FAMILY_NAMES = words(`
  Abara Adeyemi Ahmed Andersson Baker Banerjee Becker Bianchi Boateng Brennan Brown Carter Castillo Chen Clark Costa
  Dahl Das Diaz Dubois Edwards Eze Fernandez Fischer Flores Fofana Fontaine Foster Garcia Ghosh Gomez Green Haddad
  Hansen Hashimoto Hernandez Hill Hoffmann Horvat Hughes Hussain Ito Ivanova Jansen Johansson Jones Kaya Keller Khan
  Kim Kimura King Kovacs Kowalski Kruger Lambert Larsen Lee Lewis Lindgren Lopez Machado Malik Marino Martin Mbeki
  Mendoza Meyer Moreau Morgan Mueller Murphy Mwangi Nakamura Nguyen Novak Nowak Nunez Okafor Olsen Ortiz Osei Park
  Patel Pereira Petrov Popescu Ramos Rao Reyes Ricci Rivera Roberts Romero Rossi Roy Sanchez Santos Sato Schmidt Schulz
  Sharma Silva Singh Smith Sokolova Suzuki Tanaka Taylor Thompson Torres Tran Turner Usman Vargas Vogel Walker Wang
  Weber White Wilson Wright Yamada Yilmaz Young Zhang Zimmermann`)
