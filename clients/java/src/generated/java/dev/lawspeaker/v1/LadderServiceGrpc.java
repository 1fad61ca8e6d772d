package dev.lawspeaker.v1;

import static io.grpc.MethodDescriptor.generateFullMethodName;

/**
 * <pre>
 * A ladder as spectators see it. It stands beside RefereeService, on the same port.
 * </pre>
 */
@io.grpc.stub.annotations.GrpcGenerated
public final class LadderServiceGrpc {

  private LadderServiceGrpc() {}

  public static final java.lang.String SERVICE_NAME = "lawspeaker.v1.LadderService";

  // Static method descriptors that strictly reflect the proto.
  private static volatile io.grpc.MethodDescriptor<dev.lawspeaker.v1.GetStandingsRequest,
      dev.lawspeaker.v1.GetStandingsResponse> getGetStandingsMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "GetStandings",
      requestType = dev.lawspeaker.v1.GetStandingsRequest.class,
      responseType = dev.lawspeaker.v1.GetStandingsResponse.class,
      methodType = io.grpc.MethodDescriptor.MethodType.UNARY)
  public static io.grpc.MethodDescriptor<dev.lawspeaker.v1.GetStandingsRequest,
      dev.lawspeaker.v1.GetStandingsResponse> getGetStandingsMethod() {
    io.grpc.MethodDescriptor<dev.lawspeaker.v1.GetStandingsRequest, dev.lawspeaker.v1.GetStandingsResponse> getGetStandingsMethod;
    if ((getGetStandingsMethod = LadderServiceGrpc.getGetStandingsMethod) == null) {
      synchronized (LadderServiceGrpc.class) {
        if ((getGetStandingsMethod = LadderServiceGrpc.getGetStandingsMethod) == null) {
          LadderServiceGrpc.getGetStandingsMethod = getGetStandingsMethod =
              io.grpc.MethodDescriptor.<dev.lawspeaker.v1.GetStandingsRequest, dev.lawspeaker.v1.GetStandingsResponse>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.UNARY)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "GetStandings"))
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  dev.lawspeaker.v1.GetStandingsRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  dev.lawspeaker.v1.GetStandingsResponse.getDefaultInstance()))
              .setSchemaDescriptor(new LadderServiceMethodDescriptorSupplier("GetStandings"))
              .build();
        }
      }
    }
    return getGetStandingsMethod;
  }

  /**
   * Creates a new async stub that supports all call types for the service
   */
  public static LadderServiceStub newStub(io.grpc.Channel channel) {
    io.grpc.stub.AbstractStub.StubFactory<LadderServiceStub> factory =
      new io.grpc.stub.AbstractStub.StubFactory<LadderServiceStub>() {
        @java.lang.Override
        public LadderServiceStub newStub(io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
          return new LadderServiceStub(channel, callOptions);
        }
      };
    return LadderServiceStub.newStub(factory, channel);
  }

  /**
   * Creates a new blocking-style stub that supports all types of calls on the service
   */
  public static LadderServiceBlockingV2Stub newBlockingV2Stub(
      io.grpc.Channel channel) {
    io.grpc.stub.AbstractStub.StubFactory<LadderServiceBlockingV2Stub> factory =
      new io.grpc.stub.AbstractStub.StubFactory<LadderServiceBlockingV2Stub>() {
        @java.lang.Override
        public LadderServiceBlockingV2Stub newStub(io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
          return new LadderServiceBlockingV2Stub(channel, callOptions);
        }
      };
    return LadderServiceBlockingV2Stub.newStub(factory, channel);
  }

  /**
   * Creates a new blocking-style stub that supports unary and streaming output calls on the service
   */
  public static LadderServiceBlockingStub newBlockingStub(
      io.grpc.Channel channel) {
    io.grpc.stub.AbstractStub.StubFactory<LadderServiceBlockingStub> factory =
      new io.grpc.stub.AbstractStub.StubFactory<LadderServiceBlockingStub>() {
        @java.lang.Override
        public LadderServiceBlockingStub newStub(io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
          return new LadderServiceBlockingStub(channel, callOptions);
        }
      };
    return LadderServiceBlockingStub.newStub(factory, channel);
  }

  /**
   * Creates a new ListenableFuture-style stub that supports unary calls on the service
   */
  public static LadderServiceFutureStub newFutureStub(
      io.grpc.Channel channel) {
    io.grpc.stub.AbstractStub.StubFactory<LadderServiceFutureStub> factory =
      new io.grpc.stub.AbstractStub.StubFactory<LadderServiceFutureStub>() {
        @java.lang.Override
        public LadderServiceFutureStub newStub(io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
          return new LadderServiceFutureStub(channel, callOptions);
        }
      };
    return LadderServiceFutureStub.newStub(factory, channel);
  }

  /**
   * <pre>
   * A ladder as spectators see it. It stands beside RefereeService, on the same port.
   * </pre>
   */
  public interface AsyncService {

    /**
     * <pre>
     * The standings of now. Called by whoever likes: no token is asked for. Fails with RESOURCE_EXHAUSTED if all callers
     * together ask too often, and with UNIMPLEMENTED where no ladder runs.
     * </pre>
     */
    default void getStandings(dev.lawspeaker.v1.GetStandingsRequest request,
        io.grpc.stub.StreamObserver<dev.lawspeaker.v1.GetStandingsResponse> responseObserver) {
      io.grpc.stub.ServerCalls.asyncUnimplementedUnaryCall(getGetStandingsMethod(), responseObserver);
    }
  }

  /**
   * Base class for the server implementation of the service LadderService.
   * <pre>
   * A ladder as spectators see it. It stands beside RefereeService, on the same port.
   * </pre>
   */
  public static abstract class LadderServiceImplBase
      implements io.grpc.BindableService, AsyncService {

    @java.lang.Override public final io.grpc.ServerServiceDefinition bindService() {
      return LadderServiceGrpc.bindService(this);
    }
  }

  /**
   * A stub to allow clients to do asynchronous rpc calls to service LadderService.
   * <pre>
   * A ladder as spectators see it. It stands beside RefereeService, on the same port.
   * </pre>
   */
  public static final class LadderServiceStub
      extends io.grpc.stub.AbstractAsyncStub<LadderServiceStub> {
    private LadderServiceStub(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      super(channel, callOptions);
    }

    @java.lang.Override
    protected LadderServiceStub build(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      return new LadderServiceStub(channel, callOptions);
    }

    /**
     * <pre>
     * The standings of now. Called by whoever likes: no token is asked for. Fails with RESOURCE_EXHAUSTED if all callers
     * together ask too often, and with UNIMPLEMENTED where no ladder runs.
     * </pre>
     */
    public void getStandings(dev.lawspeaker.v1.GetStandingsRequest request,
        io.grpc.stub.StreamObserver<dev.lawspeaker.v1.GetStandingsResponse> responseObserver) {
      io.grpc.stub.ClientCalls.asyncUnaryCall(
          getChannel().newCall(getGetStandingsMethod(), getCallOptions()), request, responseObserver);
    }
  }

  /**
   * A stub to allow clients to do synchronous rpc calls to service LadderService.
   * <pre>
   * A ladder as spectators see it. It stands beside RefereeService, on the same port.
   * </pre>
   */
  public static final class LadderServiceBlockingV2Stub
      extends io.grpc.stub.AbstractBlockingStub<LadderServiceBlockingV2Stub> {
    private LadderServiceBlockingV2Stub(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      super(channel, callOptions);
    }

    @java.lang.Override
    protected LadderServiceBlockingV2Stub build(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      return new LadderServiceBlockingV2Stub(channel, callOptions);
    }

    /**
     * <pre>
     * The standings of now. Called by whoever likes: no token is asked for. Fails with RESOURCE_EXHAUSTED if all callers
     * together ask too often, and with UNIMPLEMENTED where no ladder runs.
     * </pre>
     */
    public dev.lawspeaker.v1.GetStandingsResponse getStandings(dev.lawspeaker.v1.GetStandingsRequest request) throws io.grpc.StatusException {
      return io.grpc.stub.ClientCalls.blockingV2UnaryCall(
          getChannel(), getGetStandingsMethod(), getCallOptions(), request);
    }
  }

  /**
   * A stub to allow clients to do limited synchronous rpc calls to service LadderService.
   * <pre>
   * A ladder as spectators see it. It stands beside RefereeService, on the same port.
   * </pre>
   */
  public static final class LadderServiceBlockingStub
      extends io.grpc.stub.AbstractBlockingStub<LadderServiceBlockingStub> {
    private LadderServiceBlockingStub(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      super(channel, callOptions);
    }

    @java.lang.Override
    protected LadderServiceBlockingStub build(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      return new LadderServiceBlockingStub(channel, callOptions);
    }

    /**
     * <pre>
     * The standings of now. Called by whoever likes: no token is asked for. Fails with RESOURCE_EXHAUSTED if all callers
     * together ask too often, and with UNIMPLEMENTED where no ladder runs.
     * </pre>
     */
    public dev.lawspeaker.v1.GetStandingsResponse getStandings(dev.lawspeaker.v1.GetStandingsRequest request) {
      return io.grpc.stub.ClientCalls.blockingUnaryCall(
          getChannel(), getGetStandingsMethod(), getCallOptions(), request);
    }
  }

  /**
   * A stub to allow clients to do ListenableFuture-style rpc calls to service LadderService.
   * <pre>
   * A ladder as spectators see it. It stands beside RefereeService, on the same port.
   * </pre>
   */
  public static final class LadderServiceFutureStub
      extends io.grpc.stub.AbstractFutureStub<LadderServiceFutureStub> {
    private LadderServiceFutureStub(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      super(channel, callOptions);
    }

    @java.lang.Override
    protected LadderServiceFutureStub build(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      return new LadderServiceFutureStub(channel, callOptions);
    }

    /**
     * <pre>
     * The standings of now. Called by whoever likes: no token is asked for. Fails with RESOURCE_EXHAUSTED if all callers
     * together ask too often, and with UNIMPLEMENTED where no ladder runs.
     * </pre>
     */
    public com.google.common.util.concurrent.ListenableFuture<dev.lawspeaker.v1.GetStandingsResponse> getStandings(
        dev.lawspeaker.v1.GetStandingsRequest request) {
      return io.grpc.stub.ClientCalls.futureUnaryCall(
          getChannel().newCall(getGetStandingsMethod(), getCallOptions()), request);
    }
  }

  private static final int METHODID_GET_STANDINGS = 0;

  private static final class MethodHandlers<Req, Resp> implements
      io.grpc.stub.ServerCalls.UnaryMethod<Req, Resp>,
      io.grpc.stub.ServerCalls.ServerStreamingMethod<Req, Resp>,
      io.grpc.stub.ServerCalls.ClientStreamingMethod<Req, Resp>,
      io.grpc.stub.ServerCalls.BidiStreamingMethod<Req, Resp> {
    private final AsyncService serviceImpl;
    private final int methodId;

    MethodHandlers(AsyncService serviceImpl, int methodId) {
      this.serviceImpl = serviceImpl;
      this.methodId = methodId;
    }

    @java.lang.Override
    @java.lang.SuppressWarnings("unchecked")
    public void invoke(Req request, io.grpc.stub.StreamObserver<Resp> responseObserver) {
      switch (methodId) {
        case METHODID_GET_STANDINGS:
          serviceImpl.getStandings((dev.lawspeaker.v1.GetStandingsRequest) request,
              (io.grpc.stub.StreamObserver<dev.lawspeaker.v1.GetStandingsResponse>) responseObserver);
          break;
        default:
          throw new AssertionError();
      }
    }

    @java.lang.Override
    @java.lang.SuppressWarnings("unchecked")
    public io.grpc.stub.StreamObserver<Req> invoke(
        io.grpc.stub.StreamObserver<Resp> responseObserver) {
      switch (methodId) {
        default:
          throw new AssertionError();
      }
    }
  }

  public static final io.grpc.ServerServiceDefinition bindService(AsyncService service) {
    return io.grpc.ServerServiceDefinition.builder(getServiceDescriptor())
        .addMethod(
          getGetStandingsMethod(),
          io.grpc.stub.ServerCalls.asyncUnaryCall(
            new MethodHandlers<
              dev.lawspeaker.v1.GetStandingsRequest,
              dev.lawspeaker.v1.GetStandingsResponse>(
                service, METHODID_GET_STANDINGS)))
        .build();
  }

  private static abstract class LadderServiceBaseDescriptorSupplier
      implements io.grpc.protobuf.ProtoFileDescriptorSupplier, io.grpc.protobuf.ProtoServiceDescriptorSupplier {
    LadderServiceBaseDescriptorSupplier() {}

    @java.lang.Override
    public com.google.protobuf.Descriptors.FileDescriptor getFileDescriptor() {
      return dev.lawspeaker.v1.LadderServiceOuterClass.getDescriptor();
    }

    @java.lang.Override
    public com.google.protobuf.Descriptors.ServiceDescriptor getServiceDescriptor() {
      return getFileDescriptor().findServiceByName("LadderService");
    }
  }

  private static final class LadderServiceFileDescriptorSupplier
      extends LadderServiceBaseDescriptorSupplier {
    LadderServiceFileDescriptorSupplier() {}
  }

  private static final class LadderServiceMethodDescriptorSupplier
      extends LadderServiceBaseDescriptorSupplier
      implements io.grpc.protobuf.ProtoMethodDescriptorSupplier {
    private final java.lang.String methodName;

    LadderServiceMethodDescriptorSupplier(java.lang.String methodName) {
      this.methodName = methodName;
    }

    @java.lang.Override
    public com.google.protobuf.Descriptors.MethodDescriptor getMethodDescriptor() {
      return getServiceDescriptor().findMethodByName(methodName);
    }
  }

  private static volatile io.grpc.ServiceDescriptor serviceDescriptor;

  public static io.grpc.ServiceDescriptor getServiceDescriptor() {
    io.grpc.ServiceDescriptor result = serviceDescriptor;
    if (result == null) {
      synchronized (LadderServiceGrpc.class) {
        result = serviceDescriptor;
        if (result == null) {
          serviceDescriptor = result = io.grpc.ServiceDescriptor.newBuilder(SERVICE_NAME)
              .setSchemaDescriptor(new LadderServiceFileDescriptorSupplier())
              .addMethod(getGetStandingsMethod())
              .build();
        }
      }
    }
    return result;
  }
}
