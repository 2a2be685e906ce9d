export { clientAddressOf, clientSchemeOf, isForwarded, nodeAddress, type HeadersSent } from './forwarded-headers.js';
export { hostIn, isBelow, isInfrastructure, isPublicHost, isSpecialUse, isThisMachine } from './host-name.js';
export { FILE_SHARING_HOSTS, LIST_URL_CHARACTERS, listUrlFault } from './list-url.js';
export { isBadPort, portOf } from './port.js';
export { isIpv4, networkOf, parseIp, prefixOf, type IpAddress, type PrefixLength } from './ip-address.js';
export { callerRangeOf, ipRangeOf, type IpRange } from './ranges.js';
