import { fromBinary, toBinary } from "@bufbuild/protobuf";
import type { MethodDefinition } from "@grpc/grpc-js";

import {
  PlayRequestSchema,
  PlayResponseSchema,
  RefereeService,
  type PlayRequest,
  type PlayResponse,
} from "./gen/lawspeaker/v1/referee_service_pb.js";

/** The one call between bot and referee, as gRPC wants it described. */
export const PLAY: MethodDefinition<PlayRequest, PlayResponse> = {
  path: `/${RefereeService.typeName}/${RefereeService.method.play.name}`,
  requestStream: true,
  responseStream: true,
  requestSerialize: (message) => Buffer.from(toBinary(PlayRequestSchema, message)),
  requestDeserialize: (bytes) => fromBinary(PlayRequestSchema, bytes),
  responseSerialize: (message) => Buffer.from(toBinary(PlayResponseSchema, message)),
  responseDeserialize: (bytes) => fromBinary(PlayResponseSchema, bytes),
};
