import type { Api } from '#shared/calls/api-client.ts';
import type { ErasedPerson, Person } from './person.ts';

export function readPerson(api: Api, email: string): Promise<Person> {
  return api.call('POST', '/people/admin/read', { email });
}

export function erasePerson(api: Api, email: string): Promise<ErasedPerson> {
  return api.call('POST', '/people/admin/erase', { email });
}
